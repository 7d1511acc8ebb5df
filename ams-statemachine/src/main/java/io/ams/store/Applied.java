package io.ams.store;

import io.ams.proto.AppliedRow;
import io.ams.state.LogPosition;
import io.ams.state.StateDigest;

/** How far a store has applied the log, and the digest over its rows there. */
public record Applied(LogPosition position, StateDigest digest) {
    /** An empty store. */
    public static final Applied NOTHING = new Applied(LogPosition.START, StateDigest.EMPTY);

    public long index() {
        return position.index();
    }

    /** As stored. */
    public AppliedRow toRow() {
        return AppliedRow.newBuilder()
                .setTerm(position.term())
                .setIndex(position.index())
                .setTimeMillis(position.timeMillis())
                .setDigestHigh(digest.high())
                .setDigestLow(digest.low())
                .build();
    }

    /** From what is stored. */
    public static Applied of(AppliedRow row) {
        return new Applied(
                new LogPosition(row.getTerm(), row.getIndex(), row.getTimeMillis()),
                new StateDigest(row.getDigestHigh(), row.getDigestLow()));
    }
}
