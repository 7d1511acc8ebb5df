package io.ams.plan;

import io.ams.proto.TableBacklog;
import io.ams.proto.TableRow;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.View;

/**
 * How much work a bucket is: for each table in it 1, and what waits for upkeep there: a tenth of the files, and the number of
 * binary digits of the bytes in MiB, together at most {@value #MOST_BACKLOG}, so that one table never outweighs a cluster.
 */
final class BucketWeights {
    private static final int MOST_BACKLOG = 1000;
    private static final int FILES_PER_POINT = 10;
    private static final int BITS_OF_MIB = 20;

    private BucketWeights() {}

    /** The work by bucket number, 0 for an empty one. Reads every table once. */
    static long[] of(View view, int buckets) {
        long[] weights = new long[buckets];
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
