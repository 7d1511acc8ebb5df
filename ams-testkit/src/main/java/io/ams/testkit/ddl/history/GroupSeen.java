package io.ams.testkit.ddl.history;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A group as somebody saw it, in lines like those of the model's picture.
 *
 * @param lines as many as the depth has, in the order of the picture, without the version
 */
public record GroupSeen(Depth depth, long version, List<String> lines) {
    private static final String VERSION = "version ";
    private static final String BOUND = "bound ";

    /** How much of it was seen. */
    public enum Depth {
        /** Fields, shards with their numbers, what waits, conflicts. */
        GLANCE,
        /** Where the columns of shards that are there go, too. */
        BINDINGS,
        /** All that the picture has. */
        ROWS
    }

    public GroupSeen {
        lines = List.copyOf(lines);
    }

    /** So much of a picture that the model made, or that was made of rows. */
    public static GroupSeen of(Depth depth, List<String> picture) {
        long version = Long.parseLong(picture.get(0).substring(VERSION.length()));
        List<String> lines = picture.subList(1, picture.size());
        return new GroupSeen(
                depth,
                version,
                depth == Depth.ROWS
                        ? lines
                        : lines.stream().flatMap(line -> seen(depth, line)).toList());
    }

    private static Stream<String> seen(Depth depth, String line) {
        if (line.startsWith("field ")) {
            // Write defaults and comments are the table's affair; views do not tell them.
            return Stream.of(line.replaceFirst(" by default \\S*", "").replaceFirst(" // \\S+", ""));
        }
        if (!line.startsWith("shard ")) {
            return Stream.of(line);
        }
        String[] words = line.split(" ", -1);
        if (words[2].equals("LEFT")) {
            return Stream.of(left(words[1]));
        }
        String glance = String.join(" ", List.of(words).subList(0, 6));
        return depth == Depth.GLANCE
                ? Stream.of(glance)
                : Stream.of(glance, bound(words[1], columns(line).orElseThrow()));
    }

    /** The line of a shard that has left. */
    public static String left(String shard) {
        return "shard " + shard + " LEFT";
    }

    /** The line about a shard's columns, each {@code name->field} with {@code ~} for a cast. */
    public static String bound(String shard, List<String> columns) {
        return BOUND + shard + " " + String.join(" ", columns);
    }

    /** The columns in a picture's line about a shard; empty if it has left. */
    private static Optional<List<String>> columns(String line) {
        if (line.contains(" LEFT")) {
            return Optional.empty();
        }
        List<String> words = List.of(line.replaceFirst(" dropped .*", "").split(" ", -1));
        return Optional.of(words.subList(Math.min(6, words.size()), words.size()).stream()
                .filter(word -> !word.isEmpty())
                .toList());
    }

    /** Where the shard's columns go in a picture; empty if it is not there or has left. */
    static Optional<List<String>> columns(List<String> picture, String shard) {
        return picture.stream()
                .filter(line -> line.startsWith("shard " + shard + " "))
                .findFirst()
                .flatMap(GroupSeen::columns);
    }

    /**
     * A shard as it was seen.
     *
     * @param state as the API says it
     */
    public record Shard(String state, long announced, long decided, long acknowledged) {}

    /** This shard; empty if it is not there or has left. */
    public Optional<Shard> shard(String name) {
        return lines.stream()
                .map(line -> line.split(" ", -1))
                .filter(words -> words[0].equals("shard") && words[1].equals(name) && !words[2].equals("LEFT"))
                .findFirst()
                .map(words -> new Shard(
                        words[2], Long.parseLong(words[3]), Long.parseLong(words[4]), Long.parseLong(words[5])));
    }

    /** The lines about fields. */
    public List<String> fields() {
        return lines.stream().filter(line -> line.startsWith("field ")).toList();
    }
}
