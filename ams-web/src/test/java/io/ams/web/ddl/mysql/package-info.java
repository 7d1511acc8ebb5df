@NullMarked
package io.ams.web.ddl.mysql;

import org.jspecify.annotations.NullMarked;
