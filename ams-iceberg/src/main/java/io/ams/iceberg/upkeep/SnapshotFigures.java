package io.ams.iceberg.upkeep;

import io.ams.proto.TableSummary;
import java.util.Map;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.TableMetadata;

/** What the current snapshot says of itself, as the state keeps it. */
final class SnapshotFigures {
    private SnapshotFigures() {}

    static TableSummary of(TableMetadata metadata) {
        TableSummary.Builder figures = TableSummary.newBuilder().setFormatVersion(metadata.formatVersion());
        Snapshot snapshot = metadata.currentSnapshot();
        if (snapshot == null) {
            return figures.build();
        }
        Map<String, String> summary = snapshot.summary();
        return figures.setSnapshotId(snapshot.snapshotId())
                .setSequenceNumber(snapshot.sequenceNumber())
                .setSnapshotAtMillis(snapshot.timestampMillis())
                .setDataFiles(figure(summary, SnapshotSummary.TOTAL_DATA_FILES_PROP))
                .setDeleteFiles(figure(summary, SnapshotSummary.TOTAL_DELETE_FILES_PROP))
                .setRecords(figure(summary, SnapshotSummary.TOTAL_RECORDS_PROP))
                .setBytes(figure(summary, SnapshotSummary.TOTAL_FILE_SIZE_PROP))
                .build();
    }

    private static long figure(Map<String, String> summary, String key) {
        return Long.parseLong(summary.getOrDefault(key, "0"));
    }
}
