package io.ams.testkit.ddl.history;

import com.google.protobuf.Message;

/**
 * What a shard asked of its group, and what it was told. Calls that were made again under one key are one operation.
 *
 * @param start when the first call was made that may have had an effect
 * @param end when the answer was there, of the same clock; {@link #NEVER} without one
 */
public record DdlOperation(String shard, Message command, long start, long end, DdlAnswer answer) {
    /** The end of what was not answered: it may take its effect at any time after its start. */
    public static final long NEVER = Long.MAX_VALUE;

    public DdlOperation {
        boolean open = answer instanceof DdlAnswer.Unknown;
        if (open != (end == NEVER) || start > end || answer instanceof DdlAnswer.NotNow) {
            throw new IllegalArgumentException("an operation from " + start + " to " + end + " with " + answer);
        }
    }

    @Override
    public String toString() {
        String asked = command.getClass().getSimpleName() + " "
                + command.toString().strip().replaceAll("\\s+", " ");
        return "[" + start + ", " + (end == NEVER ? "?" : end) + "] " + shard + ": " + asked + " -> " + answer;
    }
}
