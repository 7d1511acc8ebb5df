package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a shard changed in its schema.
 *
 * @param seq 1 for the first after it joined, then one more each time; the same number again asks for the same decision
 * @param changes in order; all are applied or none. Or:
 * @param sql the same as one ALTER TABLE statement of MySQL
 * @param before the schema before, checked if given
 * @param after the schema after, checked if given
 * @param acknowledged decisions up to this number need not be kept; null for none
 * @param position where its stream is, in its own words
 */
public record Announcement(
        long seq,
        @Nullable List<Change> changes,
        @Nullable String sql,
        @Nullable Schema before,
        @Nullable Schema after,
        @Nullable Long acknowledged,
        @Nullable String position) {
    /** These changes under this number. */
    public static Announcement of(long seq, Change... changes) {
        return new Announcement(seq, List.of(changes), null, null, null, null, null);
    }

    /** This statement under this number. */
    public static Announcement ofSql(long seq, String sql) {
        return new Announcement(seq, null, sql, null, null, null, null);
    }
}
