package io.ams.iceberg.upkeep;

import io.ams.iceberg.catalog.SnapshotSummaries;
import io.ams.op.ErrorCode;
import io.ams.proto.TableCommitted;
import io.ams.proto.TableRow;
import io.ams.raft.Replica;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/** A table as a user of the catalog commits to it. */
final class UserTable implements TableOperations {
    private final Replica replica;
    private final String uuid;
    private final FileIO storage;
    private TableRow row;
    private TableMetadata metadata;

    UserTable(Replica replica, String uuid, FileIO storage) {
        this.replica = replica;
        this.uuid = uuid;
        this.storage = storage;
        this.row = read();
        this.metadata = TableMetadataParser.read(storage, row.getMetadataLocation());
    }

    private TableRow read() {
        return replica.reader()
                .readLocal(view -> view.get(Columns.TABLES, uuid).orElseThrow())
                .value();
    }

    @Override
    public TableMetadata current() {
        return metadata;
    }

    @Override
    public TableMetadata refresh() {
        TableRow now = read();
        if (now.getVersion() != row.getVersion()) {
            row = now;
            metadata = TableMetadataParser.read(storage, row.getMetadataLocation());
        }
        return metadata;
    }

    @Override
    public void commit(TableMetadata base, TableMetadata updated) {
        String location = metadataFileLocation(UUID.randomUUID() + ".metadata.json");
        TableMetadataParser.write(updated, storage.newOutputFile(location));
        Snapshot snapshot = updated.currentSnapshot();
        Map<String, String> summary = snapshot.summary();
        io.ams.proto.TableCommit command = io.ams.proto.TableCommit.newBuilder()
                .setUuid(uuid)
                .setExpectedVersion(row.getVersion())
                .setMetadataLocation(location)
                .setLocation(row.getLocation())
                .setSummary(SnapshotSummaries.of(updated))
                .addAllUpkeep(row.getUpkeepList())
                .setAddedFiles(figure(summary, SnapshotSummary.ADDED_FILES_PROP)
                        + figure(summary, SnapshotSummary.ADDED_DELETE_FILES_PROP))
                .setAddedBytes(figure(summary, SnapshotSummary.ADDED_FILE_SIZE_PROP))
                .build();
        Reply<TableCommitted> reply = replica.submitter()
                .submit(new io.ams.op.TableCommit(), command, Submission.by("user"))
                .toCompletableFuture()
                .join();
        if (reply.failedWith(ErrorCode.COMMIT_CONFLICT)) {
            throw new CommitFailedException("upkeep was faster: %s", reply);
        }
        reply.orThrow();
    }

    private static long figure(Map<String, String> summary, String key) {
        return Long.parseLong(summary.getOrDefault(key, "0"));
    }

    @Override
    public FileIO io() {
        return storage;
    }

    @Override
    public String metadataFileLocation(String fileName) {
        return row.getLocation() + "/metadata/" + fileName;
    }

    @Override
    public LocationProvider locationProvider() {
        return LocationProviders.locationsFor(row.getLocation(), metadata.properties());
    }
}
