/** {@code bin/ams-bench}: closed-loop load over HTTP, against AMS and against etcd's gateway, by the same client. */
@NullMarked
package io.ams.web.cli.bench;

import org.jspecify.annotations.NullMarked;
