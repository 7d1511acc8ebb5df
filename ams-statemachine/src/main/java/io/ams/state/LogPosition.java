package io.ams.state;

/**
 * Where in the log a command stands.
 *
 * @param term Raft term of the entry
 * @param index Raft index of the entry
 * @param timeMillis milliseconds since the epoch by the leader's clock, never lower than that of an earlier entry: the only
 *     time a rule may know
 */
public record LogPosition(long term, long index, long timeMillis) {
    /** Before the first entry. */
    public static final LogPosition START = new LogPosition(0, 0, 0);
}
