package io.ams.raft;

/**
 * What a read promises.
 *
 * @param minIndex for {@link Mode#BOOKMARK}: the log index that must be applied before the read
 */
public record Consistency(Mode mode, long minIndex) {
    public enum Mode {
        /** Sees every write that was acknowledged, by any node, before the read began. The default. */
        STRICT,
        /** Sees everything up to an index the reader names: its own writes, for one. */
        BOOKMARK,
        /** What this node has now. */
        LOCAL
    }

    public static final Consistency STRICT = new Consistency(Mode.STRICT, 0);
    public static final Consistency LOCAL = new Consistency(Mode.LOCAL, 0);

    public static Consistency bookmark(long minIndex) {
        return new Consistency(Mode.BOOKMARK, minIndex);
    }
}
