package io.ams.web.ddl.mysql;

import org.jspecify.annotations.Nullable;

/**
 * A table's name in the letter case of the text.
 *
 * @param schema none: the one that the session used, which the text does not tell
 */
public record TableName(@Nullable String schema, String name) {
    @Override
    public String toString() {
        return schema == null ? name : schema + "." + name;
    }
}
