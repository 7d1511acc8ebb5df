package io.ams.web.api;

import io.ams.proto.BucketRow;
import io.ams.proto.TableRow;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table and how it stands.
 *
 * @param owner the node that keeps it up; absent while its bucket has none
 * @param health 0 for urgent to 100 for nothing to do
 * @param reason why its status is what it is, in words
 * @param backlogFiles files that commits added and upkeep has not seen yet
 */
public record TableView(
        String uuid,
        String catalog,
        List<String> namespace,
        String name,
        String location,
        String metadataLocation,
        long version,
        int bucket,
        @Nullable String owner,
        long epoch,
        int health,
        String status,
        String reason,
        long dataFiles,
        long deleteFiles,
        long records,
        long bytes,
        long backlogFiles,
        @Nullable String runningProcess,
        long updatedAtMillis) {

    public static TableView of(TableRow row, Optional<BucketRow> bucket, int health, String status, String reason) {
        return new TableView(
                row.getUuid(),
                row.getCatalog(),
                List.copyOf(row.getLevelsList()),
                row.getName(),
                row.getLocation(),
                row.getMetadataLocation(),
                row.getVersion(),
                row.getBucket(),
                bucket.map(BucketRow::getOwner).orElse(null),
                bucket.map(BucketRow::getEpoch).orElse(0L),
                health,
                status,
                reason,
                row.getSummary().getDataFiles(),
                row.getSummary().getDeleteFiles(),
                row.getSummary().getRecords(),
                row.getSummary().getBytes(),
                row.getBacklog().getFiles(),
                row.getRunningProcess().isEmpty() ? null : row.getRunningProcess(),
                row.getUpdatedAtMillis());
    }

    /** Catalog, namespace and name, with dots. */
    public static String fullName(TableRow row) {
        return row.getCatalog() + "." + String.join(".", row.getLevelsList()) + "." + row.getName();
    }
}
