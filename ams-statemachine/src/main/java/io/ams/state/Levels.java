package io.ams.state;

import java.util.List;

/**
 * The levels of a namespace as one text, joined with the unit separator (U+001F) as Iceberg's REST protocol does. A level never
 * contains the separator; the operations that create namespaces see to that.
 */
public final class Levels {
    public static final char SEPARATOR = '\u001f';

    private Levels() {}

    public static String join(List<String> levels) {
        return String.join(String.valueOf(SEPARATOR), levels);
    }

    /** The levels that were joined; at least one. */
    public static List<String> split(String joined) {
        return List.of(joined.split(String.valueOf(SEPARATOR), -1));
    }
}
