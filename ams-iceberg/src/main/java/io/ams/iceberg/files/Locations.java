package io.ams.iceberg.files;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How locations are compared. A location is taken letter by letter, never percent-decoded, as Hadoop and S3 clients take it.
 */
public final class Locations {
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(//[^/]*)?(/.*)?");
    private static final String FILE = "file";

    private Locations() {}

    /**
     * The one spelling of a location: scheme in lower case, {@code file:/path} for local files however they are written, no
     * doubled slash, one slash at the end.
     *
     * @throws AmsException BAD_REQUEST for a relative location, or one with a dot segment or a control character
     */
    public static String normalise(String location) {
        refuseIf(location.isEmpty(), location, "is empty");
        refuseIf(location.chars().anyMatch(Character::isISOControl), location, "holds a control character");
        Matcher matcher = SCHEME.matcher(location);
        String root;
        String path;
        if (location.startsWith("/")) {
            root = FILE + ":";
            path = location;
        } else {
            refuseIf(!matcher.matches(), location, "is not absolute; begin it with a scheme such as file: or s3:");
            String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
            String authority = matcher.group(2) == null ? "" : matcher.group(2);
            boolean local = scheme.equals(FILE) && (authority.equals("//") || authority.equals("//localhost"));
            root = scheme + ":" + (local ? "" : authority);
            path = matcher.group(3) == null ? "" : matcher.group(3);
        }
        List<String> segments = Arrays.stream(path.split("/", -1))
                .filter(part -> !part.isEmpty())
                .toList();
        refuseIf(segments.contains("..") || segments.contains("."), location, "holds a dot segment");
        return segments.isEmpty() ? root + "/" : root + "/" + String.join("/", segments) + "/";
    }

    /** Whether the location lies below the root; the root itself does not. */
    public static boolean isBelow(String root, String location) {
        String inner = normalise(location);
        String outer = normalise(root);
        return inner.startsWith(outer) && inner.length() > outer.length();
    }

    /** Whether the location is on the file systems of this machine. */
    public static boolean isLocal(String location) {
        return normalise(location).startsWith(FILE + ":/")
                && !normalise(location).startsWith(FILE + "://");
    }

    /** The path of a local location. */
    static String localPath(String location) {
        if (!isLocal(location)) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "location " + location + " is not on a local file system");
        }
        String normal = normalise(location);
        return normal.substring(FILE.length() + 1, normal.length() - 1);
    }

    /** Without slashes at the end. */
    public static String stripSlash(String location) {
        int end = location.length();
        while (end > 1 && location.charAt(end - 1) == '/' && location.charAt(end - 2) != ':') {
            end--;
        }
        return location.substring(0, end);
    }

    private static void refuseIf(boolean bad, String location, String why) {
        if (bad) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "location '" + location + "' " + why);
        }
    }
}
