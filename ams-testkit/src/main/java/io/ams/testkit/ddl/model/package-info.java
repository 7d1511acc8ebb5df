/** The rules of shard DDL a second time, read naively from their description, and a checker of concurrent histories that goes by them. */
@NullMarked
package io.ams.testkit.ddl.model;

import org.jspecify.annotations.NullMarked;
