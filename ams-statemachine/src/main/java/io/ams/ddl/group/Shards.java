package io.ams.ddl.group;

/** Names of groups and shards. */
final class Shards {
    static final String RULE =
            "names of groups and shards have 1 to 200 letters, digits or any of . _ - : @ $, and sequence numbers are not negative";

    private static final int LONGEST = 200;

    private Shards() {}

    static boolean isName(String name) {
        return !name.isEmpty()
                && name.length() <= LONGEST
                && name.chars()
                        .allMatch(letter -> (letter >= 'a' && letter <= 'z')
                                || (letter >= 'A' && letter <= 'Z')
                                || (letter >= '0' && letter <= '9')
                                || "._-:@$".indexOf(letter) >= 0);
    }
}
