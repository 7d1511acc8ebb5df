package io.ams.iceberg.catalog;

import io.ams.iceberg.schema.Shapes;
import io.ams.proto.TableCommit;
import io.ams.proto.TableCreate;
import io.ams.proto.TableRow;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/** What the state is told of a table: location, summary and upkeep properties, drawn from its metadata. */
public final class TableCommands {
    private TableCommands() {}

    /** The command that makes the table of this metadata, which lies in the file named by its location. */
    public static TableCreate create(TableName name, TableMetadata written) {
        SnapshotSummaries.Added added = SnapshotSummaries.between(null, written);
        return TableCreate.newBuilder()
                .setCatalog(name.catalog())
                .addAllLevels(name.levels())
                .setName(name.name())
                .setUuid(written.uuid())
                .setLocation(written.location())
                .setMetadataLocation(written.metadataFileLocation())
                .setSummary(SnapshotSummaries.of(written))
                .addAllUpkeep(UpkeepProperties.of(written.properties()))
                .addAllFurtherLocations(TableLocations.further(written))
                .setAddedFiles(added.files())
                .setAddedBytes(added.bytes())
                .build();
    }

    /**
     * The command that moves the table's pointer from the base, which its row names, to the metadata that was written.
     *
     * @param base null counts every snapshot as added
     */
    public static TableCommit.Builder commit(TableRow row, @Nullable TableMetadata base, TableMetadata written) {
        SnapshotSummaries.Added added = SnapshotSummaries.between(base, written);
        TableCommit.Builder commit = TableCommit.newBuilder()
                .setUuid(row.getUuid())
                .setExpectedVersion(row.getVersion())
                .setMetadataLocation(written.metadataFileLocation())
                .setLocation(written.location())
                .setSummary(SnapshotSummaries.of(written))
                .addAllUpkeep(UpkeepProperties.of(written.properties()))
                .addAllFurtherLocations(TableLocations.further(written))
                .setAddedFiles(added.files())
                .setAddedBytes(added.bytes());
        if (base == null || Shapes.differ(base, written)) {
            commit.setShape(Shapes.of(written));
        }
        return commit;
    }
}
