package io.ams.op;

import io.ams.proto.ClusterRow;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.View;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.commons.codec.digest.MurmurHash3;

/** The fixed number of buckets, and which one a new table begins in. */
final class Buckets {
    private Buckets() {}

    /** How many there are; 0 before the cluster is set up. */
    static int count(View view) {
        return view.get(Columns.CLUSTER, Keys.Single.KEY)
                .map(ClusterRow::getBucketCount)
                .orElse(0);
    }

    /** Objects to a bucket that is not there. */
    static Optional<Objection> missing(View view, int bucket) {
        int count = count(view);
        return bucket >= 0 && bucket < count
                ? Optional.empty()
                : Optional.of(new Objection(
                        ErrorCode.BUCKET_NOT_FOUND,
                        "there is no bucket " + Integer.toUnsignedString(bucket) + "; there are " + count
                                + ", counted from 0"));
    }

    /** The bucket of a new table: MurmurHash3 x86 32 of its uuid, seed 0, modulo the number of buckets. */
    static int home(String tableUuid, int count) {
        return Math.floorMod(MurmurHash3.hash32x86(tableUuid.getBytes(StandardCharsets.UTF_8)), count);
    }
}
