package io.ams.op;

import java.util.List;
import java.util.Optional;

/** What nodes, catalogs, namespaces, tables and views may be called, and how they are called in messages. */
final class Names {
    private static final int LONGEST_PLAIN = 128;
    private static final int LONGEST_LEVEL = 255;

    private Names() {}

    /**
     * Objects to a name that stands in paths and addresses, of a node or a catalog, unless it is 1 to 128 characters long and
     * free of slashes and control characters.
     */
    static Optional<Objection> plain(String what, String name) {
        boolean good = !name.isEmpty()
                && name.length() <= LONGEST_PLAIN
                && name.indexOf('/') < 0
                && !hasControlCharacter(name);
        return good
                ? Optional.empty()
                : bad(what + " must have 1 to " + LONGEST_PLAIN + " characters, no '/' and no control character");
    }

    /** Objects to the levels of a namespace unless there is one, and each may be called so. */
    static Optional<Objection> namespace(List<String> levels) {
        if (levels.isEmpty()) {
            return bad("a namespace needs at least one level");
        }
        return levels.stream()
                .flatMap(level -> level("a level of a namespace", level).stream())
                .findFirst();
    }

    /** Objects to the name of a table or view unless it may be called so. */
    static Optional<Objection> table(String name) {
        return level("the name of a table", name);
    }

    private static Optional<Objection> level(String what, String level) {
        boolean good = !level.isEmpty()
                && level.length() <= LONGEST_LEVEL
                && !level.equals(".")
                && !level.equals("..")
                && !hasControlCharacter(level);
        return good
                ? Optional.empty()
                : bad(what + " must have 1 to " + LONGEST_LEVEL
                        + " characters, no control character, and not be '.' or '..'");
    }

    /** A namespace as clients write it. */
    static String dotted(List<String> levels) {
        return String.join(".", levels);
    }

    /** A table or view as clients write it. */
    static String dotted(List<String> levels, String name) {
        return dotted(levels) + "." + name;
    }

    static boolean hasControlCharacter(String text) {
        return text.chars().anyMatch(Character::isISOControl);
    }

    private static Optional<Objection> bad(String detail) {
        return Optional.of(new Objection(ErrorCode.BAD_REQUEST, detail));
    }
}
