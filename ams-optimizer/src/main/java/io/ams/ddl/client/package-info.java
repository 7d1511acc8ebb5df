/**
 * For jobs that carry shards' rows and schemas into a table, such as those of Flink or Debezium: tell AMS what a shard changed, wait
 * for what is decided, and write rows as the bindings say.
 */
@NullMarked
package io.ams.ddl.client;

import org.jspecify.annotations.NullMarked;
