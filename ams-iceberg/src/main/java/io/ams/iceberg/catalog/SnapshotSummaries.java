package io.ams.iceberg.catalog;

import io.ams.proto.TableSummary;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/** What the summaries of snapshots say, as the replicated state keeps it. Numbers that a writer left out count as 0. */
public final class SnapshotSummaries {
    private SnapshotSummaries() {}

    /**
     * What a commit added.
     *
     * @param files data files and delete files
     */
    public record Added(long files, long bytes) {
        static final Added NOTHING = new Added(0, 0);
    }

    /** The table as its current snapshot describes it; without a snapshot all but the format version is 0. */
    public static TableSummary of(TableMetadata metadata) {
        TableSummary.Builder summary = TableSummary.newBuilder().setFormatVersion(metadata.formatVersion());
        Optional.ofNullable(metadata.currentSnapshot())
                .ifPresent(snapshot -> summary.setSnapshotId(snapshot.snapshotId())
                        .setSequenceNumber(snapshot.sequenceNumber())
                        .setSnapshotAtMillis(snapshot.timestampMillis())
                        .setDataFiles(number(snapshot, SnapshotSummary.TOTAL_DATA_FILES_PROP))
                        .setDeleteFiles(number(snapshot, SnapshotSummary.TOTAL_DELETE_FILES_PROP))
                        .setRecords(number(snapshot, SnapshotSummary.TOTAL_RECORDS_PROP))
                        .setBytes(number(snapshot, SnapshotSummary.TOTAL_FILE_SIZE_PROP)));
        return summary.build();
    }

    /**
     * What the snapshots added that are in the new metadata and not in the base. A snapshot that only rewrote files added nothing
     * that needs upkeep.
     */
    public static Added between(@Nullable TableMetadata base, TableMetadata updated) {
        long files = 0;
        long bytes = 0;
        for (Snapshot snapshot : updated.snapshots()) {
            boolean isNew = base == null || base.snapshot(snapshot.snapshotId()) == null;
            if (isNew && !DataOperations.REPLACE.equals(snapshot.operation())) {
                files += number(snapshot, SnapshotSummary.ADDED_FILES_PROP)
                        + number(snapshot, SnapshotSummary.ADDED_DELETE_FILES_PROP);
                bytes += number(snapshot, SnapshotSummary.ADDED_FILE_SIZE_PROP);
            }
        }
        return new Added(files, bytes);
    }

    private static long number(Snapshot snapshot, String key) {
        Map<String, String> summary = snapshot.summary();
        String text = summary == null ? null : summary.get(key);
        if (text == null) {
            return 0;
        }
        try {
            return Math.max(0, Long.parseLong(text));
        } catch (NumberFormatException e) {
            return 0; // a foreign writer's own idea of a number
        }
    }
}
