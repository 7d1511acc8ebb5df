package io.ams.iceberg.catalog;

import com.google.protobuf.MessageLite;
import io.ams.iceberg.schema.Shapes;
import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.op.TargetOperation;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlGroupCreate;
import io.ams.proto.DdlGroupRow;
import io.ams.proto.DdlRetry;
import io.ams.proto.DdlTargetRow;
import io.ams.proto.TargetShape;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Groups of shards that feed tables of the catalog. No call blocks; for any number of threads. */
public final class ShardGroups {
    private static final Logger LOG = LoggerFactory.getLogger(ShardGroups.class);
    private static final int MOST_TRIES = 10;
    private static final Submission SELF = Submission.by("catalog");

    private final CatalogCore core;
    private final TargetCommitter committer;

    ShardGroups(CatalogCore core, TargetCommitter committer) {
        this.core = core;
        this.committer = committer;
    }

    /**
     * Makes a group over the table of this name; answers the log index it was made at. What was made under the submission's key before
     * is answered so again, whatever became of the table since.
     *
     * @param group all but the table and its shape
     */
    public CompletionStage<Long> create(TableName table, DdlGroupCreate group, Submission submission) {
        return create(table, group, submission, 1);
    }

    private CompletionStage<Long> create(TableName name, DdlGroupCreate group, Submission submission, int number) {
        return core.read(
                        Consistency.STRICT,
                        view -> SeenRequests.knows(view, submission)
                                ? Optional.<StateLookup.FoundTable>empty()
                                : Optional.of(StateLookup.table(view, name)))
                // What is known under the key is not carried out again: it needs no table.
                .thenCompose(read -> read.value()
                        .map(table -> over(table, group))
                        .orElseGet(() -> CompletableFuture.completedFuture(group)))
                .thenCompose(body ->
                        core.submitter().submit(Operations.DDL_GROUP_CREATE, body, submission.forgettingRefusal()))
                .thenCompose(reply -> reply.failedWith(ErrorCode.DDL_STALE_PLAN) && number < MOST_TRIES
                        ? create(name, group, submission, number + 1)
                        : CompletableFuture.completedFuture(
                                NamespaceService.accepted(reply).index()));
    }

    /** The command with the table as it is. */
    private CompletionStage<DdlGroupCreate> over(StateLookup.FoundTable table, DdlGroupCreate group) {
        return core.cache()
                .get(core.files().of(table.catalog()), table.row().getMetadataLocation())
                .thenApply(metadata -> group.toBuilder()
                        .setTableUuid(table.row().getUuid())
                        .setShape(shape(metadata))
                        .setShapeVersion(table.row().getShapeVersion())
                        .build());
    }

    private static TargetShape shape(CachedMetadata metadata) {
        try {
            return Shapes.of(metadata.metadata());
        } catch (UnsupportedOperationException e) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "the table cannot be fed by shards: " + e.getMessage());
        }
    }

    /** Carries out a command on a group, and whatever it changes in the target's schema, in one entry. */
    public <C extends MessageLite> CompletionStage<Read<DdlDecided>> change(
            TargetOperation<C> operation, C body, Submission submission) {
        return committer.change(operation, body, submission);
    }

    /** The table's schema was changed by others, at this log index: what waits in its group is looked at again, if there is a group. */
    void reshaped(String tableUuid, long index) {
        core.read(
                        Consistency.bookmark(index),
                        view -> view.get(Columns.DDL_TARGETS, tableUuid)
                                .map(DdlTargetRow::getGroup)
                                .flatMap(group -> view.get(Columns.DDL_GROUPS, group))
                                .filter(group -> group.getConflicts() > 0)
                                .map(DdlGroupRow::getName))
                .thenCompose(
                        read -> read.value().map(this::retry).orElseGet(() -> CompletableFuture.completedFuture("")))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        LOG.warn("What waits for a change of table {} was not looked at again", tableUuid, failure);
                    }
                });
    }

    private CompletionStage<String> retry(String group) {
        DdlRetry body = DdlRetry.newBuilder().setGroup(group).build();
        return committer.change(Operations.DDL_RETRY, body, SELF).thenApply(done -> group);
    }
}
