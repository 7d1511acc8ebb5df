package io.ams.op;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A place where files lie, brought into one form, so that two spellings of a place are equal.
 *
 * <p>The form: scheme in lower case; a bare absolute path belongs to the scheme {@code file}; no empty segments; {@code .} and
 * {@code ..} resolved for {@code file} and refused elsewhere, because object stores take them literally; nothing that ends a path
 * early ({@code ?}, {@code #}).
 */
record Location(String scheme, String authority, List<String> segments) {
    private static final String FILE = "file";

    Location {
        segments = List.copyOf(segments);
    }

    /** The location that the text means; empty if it means none, or the root of a file system. */
    static Optional<Location> parse(String text) {
        if (text.indexOf('?') >= 0 || text.indexOf('#') >= 0 || Names.hasControlCharacter(text)) {
            return Optional.empty();
        }
        if (text.startsWith("/")) {
            return of(FILE, "", text);
        }
        int colon = text.indexOf(':');
        if (colon <= 0 || !isScheme(text.substring(0, colon)) || text.length() == colon + 1) {
            return Optional.empty();
        }
        String scheme = lowerCase(text.substring(0, colon));
        String rest = text.substring(colon + 1);
        if (!rest.startsWith("/")) {
            return Optional.empty();
        }
        if (!rest.startsWith("//")) {
            return of(scheme, "", rest);
        }
        int path = rest.indexOf('/', 2);
        return path < 0 ? of(scheme, rest.substring(2), "") : of(scheme, rest.substring(2, path), rest.substring(path));
    }

    private static Optional<Location> of(String scheme, String authority, String path) {
        boolean local = scheme.equals(FILE);
        if (local && !authority.isEmpty() && !authority.equals("localhost")) {
            return Optional.empty();
        }
        String host = local ? "" : authority;
        return segments(path, local)
                .filter(segments -> !host.isEmpty() || !segments.isEmpty())
                .map(segments -> new Location(scheme, host, segments));
    }

    private static Optional<List<String>> segments(String path, boolean resolveDots) {
        List<String> segments = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            boolean dots = segment.equals(".") || segment.equals("..");
            boolean escapes = segment.equals("..") && segments.isEmpty();
            if (escapes || (dots && !resolveDots)) {
                return Optional.empty();
            }
            if (segment.equals("..")) {
                segments.remove(segments.size() - 1);
            } else if (!segment.isEmpty() && !dots) {
                segments.add(segment);
            }
        }
        return Optional.of(segments);
    }

    /** The location as text, without a slash at the end. */
    String text() {
        String root = scheme + "://" + authority;
        return segments.isEmpty() ? root : root + "/" + String.join("/", segments);
    }

    /**
     * What the location is known by in the state, with a slash at the end: the key of a location inside begins with that of the
     * one around it. Spellings of one object store, and of the case of its name, have one key.
     */
    String key() {
        return keyOf(segments);
    }

    /** The keys of this location and of every one around it, innermost last. */
    List<String> keysDownToThis() {
        List<String> keys = new ArrayList<>();
        for (int depth = 0; depth <= segments.size(); depth++) {
            keys.add(keyOf(segments.subList(0, depth)));
        }
        return keys;
    }

    private String keyOf(List<String> path) {
        StringBuilder key = new StringBuilder(keyScheme()).append("://").append(lowerCase(authority));
        path.forEach(segment -> key.append('/').append(segment));
        return key.append('/').toString();
    }

    private String keyScheme() {
        return switch (scheme) {
            case "s3a", "s3n" -> "s3";
            case "abfs" -> "abfss";
            default -> scheme;
        };
    }

    /** Whether this location is inside the other and not the same. */
    boolean isInside(Location other) {
        return !key().equals(other.key()) && key().startsWith(other.key());
    }

    /** Whether one of the two is inside the other, or they are the same. */
    boolean overlaps(Location other) {
        return key().startsWith(other.key()) || other.key().startsWith(key());
    }

    private static boolean isScheme(String text) {
        return isLetter(text.charAt(0)) && text.chars().allMatch(c -> isLetter(c) || "0123456789+-.".indexOf(c) >= 0);
    }

    private static boolean isLetter(int c) {
        return c >= 'a' ? c <= 'z' : isUpperCase(c);
    }

    private static boolean isUpperCase(int c) {
        return c >= 'A' && c <= 'Z';
    }

    /** ASCII only, and the same in every locale. */
    private static String lowerCase(String text) {
        StringBuilder lower = new StringBuilder(text.length());
        text.chars().forEach(c -> lower.append((char) (isUpperCase(c) ? c - 'A' + 'a' : c)));
        return lower.toString();
    }
}
