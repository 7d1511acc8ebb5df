package io.ams.iceberg.upkeep;

import io.ams.iceberg.catalog.SnapshotSummaries;
import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.TableCommitted;
import io.ams.proto.TableRow;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reader;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.raft.Submitter;
import io.ams.state.Columns;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table whose pointer lies in the replicated state, as Iceberg's own commit code wants it. A commit writes the next metadata
 * file and then moves the pointer in the log, in the name of one upkeep process.
 *
 * <p>What a commit throws says what became of it: {@link CommitFailedException} (a user was faster: refresh and try again),
 * {@link CommitRefusedException} (surely not applied, leave it), {@link CommitStateUnknownException} (its files stay). For one
 * thread.
 */
final class PointerTableOperations implements TableOperations {
    private static final Logger LOG = LoggerFactory.getLogger(PointerTableOperations.class);

    /** The pointer as it was read, and the metadata it points to. */
    record Pointer(TableRow row, TableMetadata metadata) {}

    private final String tableUuid;
    private final Reader reader;
    private final Submitter submitter;
    private final TableMetadataSource tables;
    private final ProcessCommit commit;
    /** The log index that a read must have seen: that of the last answer. */
    private long seenIndex;

    private @Nullable Pointer pointer;

    PointerTableOperations(
            String tableUuid,
            Reader reader,
            Submitter submitter,
            TableMetadataSource tables,
            ProcessCommit commit,
            long seenIndex) {
        this.tableUuid = tableUuid;
        this.reader = reader;
        this.submitter = submitter;
        this.tables = tables;
        this.commit = commit;
        this.seenIndex = seenIndex;
    }

    /** The log index of the last answer. */
    long seenIndex() {
        return seenIndex;
    }

    @Override
    public TableMetadata current() {
        return pointer().metadata();
    }

    @Override
    public TableMetadata refresh() {
        Read<Optional<TableRow>> read = reader.read(
                        Consistency.bookmark(seenIndex), view -> view.get(Columns.TABLES, tableUuid))
                .toCompletableFuture()
                .join();
        TableRow row = read.value()
                .orElseThrow(() -> new CommitRefusedException(
                        ErrorCode.TABLE_NOT_FOUND, "table " + tableUuid + " was dropped meanwhile"));
        if (pointer == null || pointer.row().getVersion() != row.getVersion()) {
            pointer = new Pointer(row, tables.load(row.getCatalog(), row.getMetadataLocation()));
        }
        return pointer.metadata();
    }

    private Pointer pointer() {
        if (pointer == null) {
            refresh();
        }
        if (pointer == null) {
            throw new IllegalStateException("a refresh of table " + tableUuid + " left no pointer");
        }
        return pointer;
    }

    @Override
    public void commit(@Nullable TableMetadata base, TableMetadata metadata) {
        Pointer before = pointer();
        if (base != before.metadata()) {
            throw new CommitFailedException("table %s was refreshed since the commit was begun", tableUuid);
        }
        String location = newMetadataLocation(before, metadata);
        TableMetadataParser.write(metadata, io().newOutputFile(location));
        Reply<TableCommitted> reply = submit(before, metadata, location);
        reply.fold(
                accepted -> {
                    seenIndex = Math.max(seenIndex, accepted.index());
                    CatalogUtil.deleteRemovedMetadataFiles(io(), before.metadata(), metadata);
                    return accepted.index();
                },
                failed -> {
                    throw failure(failed, location);
                });
    }

    private Reply<TableCommitted> submit(Pointer before, TableMetadata metadata, String location) {
        TableRow row = before.row();
        io.ams.proto.TableCommit command = io.ams.proto.TableCommit.newBuilder()
                .setUuid(row.getUuid())
                .setExpectedVersion(row.getVersion())
                .setMetadataLocation(location)
                .setLocation(row.getLocation())
                .setSummary(SnapshotSummaries.of(metadata))
                .addAllUpkeep(row.getUpkeepList())
                .addAllFurtherLocations(row.getFurtherLocationsList())
                .setProcessId(commit.processId())
                .setEpoch(commit.epoch())
                .setOutputFiles(commit.outputFiles())
                .setOutputBytes(commit.outputBytes())
                .build();
        return submitter
                .submit(Operations.TABLE_COMMIT, command, Submission.by(commit.actor()))
                .toCompletableFuture()
                .join();
    }

    private RuntimeException failure(Reply.Failed<TableCommitted> failed, String location) {
        seenIndex = Math.max(seenIndex, failed.index());
        String detail = failed.code() + ": " + failed.detail();
        if (!failed.code().surelyNotApplied()) {
            return new CommitStateUnknownException(new IllegalStateException(
                    "the commit of process " + commit.processId() + " may have landed: " + detail));
        }
        removeUnused(location);
        return failed.code() == ErrorCode.COMMIT_CONFLICT
                ? new CommitFailedException("%s", detail)
                : new CommitRefusedException(failed.code(), detail);
    }

    private void removeUnused(String location) {
        try {
            io().deleteFile(location);
        } catch (RuntimeException e) {
            LOG.warn("{} of a refused commit could not be removed and is left behind", location, e);
        }
    }

    /** A name of its own for each try: two tries never write the same file. */
    private static String newMetadataLocation(Pointer before, TableMetadata metadata) {
        String codec =
                metadata.property(TableProperties.METADATA_COMPRESSION, TableProperties.METADATA_COMPRESSION_DEFAULT);
        String name = String.format(
                Locale.ROOT,
                "%05d-%s%s",
                before.row().getVersion() + 1,
                UUID.randomUUID(),
                TableMetadataParser.getFileExtension(codec));
        return metadataLocation(metadata, name);
    }

    private static String metadataLocation(TableMetadata metadata, String fileName) {
        String set = metadata.property(TableProperties.WRITE_METADATA_LOCATION, metadata.location() + "/metadata");
        return (set.endsWith("/") ? set : set + "/") + fileName;
    }

    @Override
    public FileIO io() {
        return tables.io(pointer().row().getCatalog());
    }

    @Override
    public String metadataFileLocation(String fileName) {
        return metadataLocation(current(), fileName);
    }

    @Override
    public LocationProvider locationProvider() {
        return LocationProviders.locationsFor(current().location(), current().properties());
    }
}
