package io.ams.op;

import io.ams.proto.BucketRow;
import io.ams.state.Columns;
import io.ams.state.View;
import java.util.Optional;

/** What keeps former owners out: what an owner does carries the epoch of its bucket, and counts only while that epoch stands. */
final class OwnerFence {
    private OwnerFence() {}

    /** Why this epoch does not count for the bucket, in words; empty if it does. */
    static Optional<String> stale(View view, int bucket, long epoch) {
        Optional<BucketRow> row = view.get(Columns.BUCKETS, bucket);
        if (row.isEmpty() || row.get().getOwner().isEmpty()) {
            return Optional.of("bucket " + bucket + " has no owner yet, so epoch " + Long.toUnsignedString(epoch)
                    + " is nobody's");
        }
        if (row.get().getEpoch() != epoch) {
            return Optional.of("epoch " + Long.toUnsignedString(epoch) + " of bucket " + bucket + " is over: "
                    + row.get().getOwner() + " owns it with epoch "
                    + Long.toUnsignedString(row.get().getEpoch()));
        }
        return Optional.empty();
    }
}
