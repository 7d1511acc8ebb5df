package io.ams.iceberg.catalog;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import java.util.List;

/** What a new namespace or table may be called. Names that are only looked up need no check: what cannot be made is not there. */
final class Names {
    private static final int MAX_LENGTH = 255;

    private Names() {}

    /**
     * The levels, if they can name a namespace.
     *
     * @throws AmsException BAD_REQUEST
     */
    static List<String> checkLevels(List<String> levels) {
        if (levels.isEmpty()) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "Invalid namespace: it has no level");
        }
        levels.forEach(level -> check("namespace level", level));
        return levels;
    }

    /**
     * The name, if it can name a table.
     *
     * @throws AmsException BAD_REQUEST
     */
    static String checkTable(String name) {
        check("table name", name);
        return name;
    }

    private static void check(String what, String name) {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST, "Invalid " + what + ": it must have 1 to " + MAX_LENGTH + " characters");
        }
        if (name.equals(".") || name.equals("..")) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "Invalid " + what + ": '" + name + "'");
        }
        // Control characters hold the separator of levels; half a surrogate pair has no UTF-8.
        if (name.codePoints().anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE)) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST, "Invalid " + what + ": it holds a control character or half a character");
        }
    }
}
