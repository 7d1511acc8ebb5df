package io.ams.iceberg.upkeep;

import io.ams.proto.BucketRow;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which buckets this node owns, as far as it has heard. News of an older epoch never overrules a newer one, so it does not matter
 * in which order they come. Only a filter: what counts is the epoch in the log. Safe for many threads.
 */
final class OwnedBuckets {
    private final String nodeId;
    private final Map<Integer, BucketRow> known = new ConcurrentHashMap<>();

    OwnedBuckets(String nodeId) {
        this.nodeId = nodeId;
    }

    /** Takes note; true if the bucket is this node's and was not with that epoch. */
    boolean note(BucketRow row) {
        BucketRow before = known.get(row.getBucket());
        BucketRow now =
                known.merge(row.getBucket(), row, (old, news) -> news.getEpoch() >= old.getEpoch() ? news : old);
        return isOurs(now) && (before == null || before.getEpoch() != now.getEpoch() || !isOurs(before));
    }

    boolean owns(int bucket) {
        BucketRow row = known.get(bucket);
        return row != null && isOurs(row);
    }

    private boolean isOurs(BucketRow row) {
        return row.getOwner().equals(nodeId);
    }
}
