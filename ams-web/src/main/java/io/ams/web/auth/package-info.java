/** Who may change things: the admin token, and the rule for pages of other sites. */
@NullMarked
package io.ams.web.auth;

import org.jspecify.annotations.NullMarked;
