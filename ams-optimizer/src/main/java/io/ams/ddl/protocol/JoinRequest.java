package io.ams.ddl.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A shard that joins.
 *
 * @param schema the schema it has; may be left out when a loading shard begins to stream, or with createTable
 * @param createTable the same as a CREATE TABLE statement of MySQL
 * @param loading its rows are being copied: what it announces is its initial schema until it joins again without this
 * @param announced the number before that of its first announcement; null for 0
 * @param skipConflicts columns in conflict are bound with a cast, or left out, instead of refusing the shard
 * @param position where its stream is, in its own words
 */
public record JoinRequest(
        @Nullable Schema schema,
        @Nullable String createTable,
        @Nullable Boolean loading,
        @Nullable Long announced,
        @Nullable Boolean skipConflicts,
        @Nullable String position) {
    /** With this schema, streaming at once. */
    public static JoinRequest of(Schema schema) {
        return new JoinRequest(schema, null, null, null, null, null);
    }
}
