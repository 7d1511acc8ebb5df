package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to end what a shard waits for.
 *
 * @param verb skip, new-field, replace, set-schema or detach
 * @param seq the announcement meant; null: the first that waits
 * @param changes replace: what to do instead. Or:
 * @param sql the same as one ALTER TABLE statement of MySQL
 * @param schema set-schema: the schema that the shard has. Or:
 * @param createTable the same as a CREATE TABLE statement of MySQL
 */
public record ResolveRequest(
        String verb,
        @Nullable Long seq,
        @Nullable List<Change> changes,
        @Nullable String sql,
        @Nullable Schema schema,
        @Nullable String createTable) {
    /** A verb that needs nothing else. */
    public static ResolveRequest of(String verb) {
        return new ResolveRequest(verb, null, null, null, null, null);
    }
}
