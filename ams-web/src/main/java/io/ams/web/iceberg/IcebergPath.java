package io.ams.web.iceberg;

import io.ams.iceberg.catalog.TableName;
import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import io.ams.state.Levels;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Names in paths. A segment is decoded once, after the path was cut at its slashes: {@code %2F} stays inside a name. {@code +} is
 * a space, as older clients write it; a plus comes as {@code %2B}.
 */
final class IcebergPath {
    private IcebergPath() {}

    /** The text of a segment as it was sent. */
    static String text(String segment) {
        try {
            return URLDecoder.decode(segment, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST, "Invalid path: '" + segment + "' is not percent-encoded text");
        }
    }

    /** The levels of a namespace, which come with the unit separator between them. */
    static List<String> levels(String segment) {
        return Levels.split(text(segment));
    }

    static TableName table(String prefix, String namespace, String table) {
        return new TableName(text(prefix), levels(namespace), text(table));
    }
}
