package io.ams.web.cli;

/** Numbers with what they count. */
final class Counted {
    private Counted() {}

    /** Such as {@code 1 shard} and {@code 2 shards}. */
    static String of(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
