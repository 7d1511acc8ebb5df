package io.ams.iceberg.upkeep;

import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.Done;
import io.ams.proto.PurgeRow;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.raft.Submitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.NotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the files of purged tables. May be killed at any point and begun again: what is gone already is passed over, and the
 * metadata file, from which everything else is found, goes last. Safe for many threads.
 */
public final class PurgeRunner {
    private static final Logger LOG = LoggerFactory.getLogger(PurgeRunner.class);

    private final String actor;
    private final Submitter submitter;
    private final TableMetadataSource tables;

    /**
     * @param actor in whose name, for the audit trail
     */
    public PurgeRunner(String actor, Submitter submitter, TableMetadataSource tables) {
        this.actor = actor;
        this.submitter = submitter;
        this.tables = tables;
    }

    /** Deletes the files and says so in the log; false if it has to be tried again. */
    boolean purge(PurgeRow purge, long epoch) {
        Optional<TableMetadata> metadata = load(purge);
        if (metadata.isPresent() && mayDelete(metadata.get())) {
            List<String> places = new ArrayList<>(purge.getFurtherLocationsList());
            places.add(purge.getLocation());
            ReachableFiles files = new ReachableFiles(tables.io(purge.getCatalog()), metadata.get(), places);
            if (!files.deleteAll(purge.getMetadataLocation())) {
                return false;
            }
            LOG.info("deleted {} files of purged table {}", files.deleted(), purge.getTableUuid());
        }
        return finish(purge, epoch);
    }

    /** Empty if the metadata file is gone: then an earlier run got to its end. */
    private Optional<TableMetadata> load(PurgeRow purge) {
        try {
            return Optional.of(tables.load(purge.getCatalog(), purge.getMetadataLocation()));
        } catch (NotFoundException e) {
            LOG.info("{} is gone, so are the files of {}", purge.getMetadataLocation(), purge.getTableUuid());
            return Optional.empty();
        }
    }

    private static boolean mayDelete(TableMetadata metadata) {
        return metadata.propertyAsBoolean(TableProperties.GC_ENABLED, TableProperties.GC_ENABLED_DEFAULT);
    }

    private boolean finish(PurgeRow purge, long epoch) {
        io.ams.proto.PurgeFinish command = io.ams.proto.PurgeFinish.newBuilder()
                .setTableUuid(purge.getTableUuid())
                .setEpoch(epoch)
                .build();
        Reply<Done> reply = submitter
                .submit(Operations.PURGE_FINISH, command, Submission.by(actor))
                .toCompletableFuture()
                .join();
        return reply.fold(
                accepted -> true,
                failed -> failed.code() == ErrorCode.PURGE_NOT_FOUND || failed.code() == ErrorCode.STALE_EPOCH);
    }
}
