package io.ams.plan;

import io.ams.proto.TableBacklog;
import io.ams.proto.TableRow;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.View;

/**
 * How much work a bucket is. A bucket weighs 1, so that empty ones are spread too, and for each table in it 1 more and what waits
 * for upkeep there: a tenth of the files, and the number of binary digits of the bytes in MiB, together at most
 * {@value #MOST_BACKLOG}, so that one table never outweighs a cluster.
 */
final class BucketWeights {
    private static final int MOST_BACKLOG = 1000;
    private static final int FILES_PER_POINT = 10;
    private static final int BITS_OF_MIB = 20;

    private BucketWeights() {}

    /** The weights by bucket number. Reads every table once. */
    static long[] of(View view, int buckets) {
        long[] weights = new long[buckets];
        for (int bucket = 0; bucket < buckets; bucket++) {
            weights[bucket] = 1;
        }
        view.scan(Columns.TABLES, KeyRange.all(), (uuid, table) -> {
            if (table.getBucket() >= 0 && table.getBucket() < buckets) {
                weights[table.getBucket()] += weight(table);
            }
            return true;
        });
        return weights;
    }

    /** What one table adds to its bucket. */
    static long weight(TableRow table) {
        TableBacklog backlog = table.getBacklog();
        long files = Math.max(0, backlog.getFiles()) / FILES_PER_POINT;
        long mebibytes = Math.max(0, backlog.getBytes()) >> BITS_OF_MIB;
        return 1 + Math.min(MOST_BACKLOG, files + Long.SIZE - Long.numberOfLeadingZeros(mebibytes));
    }
}
