/** DDL as MySQL writes it, turned into changes of a shard's schema. */
@NullMarked
package io.ams.web.ddl.mysql;

import org.jspecify.annotations.NullMarked;
