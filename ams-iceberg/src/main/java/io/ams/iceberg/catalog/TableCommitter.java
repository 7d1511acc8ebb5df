package io.ams.iceberg.catalog;

import io.ams.iceberg.schema.Shapes;
import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.RequestRow;
import io.ams.proto.TableCommitted;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reply;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.FileIO;

/**
 * Commits groups of changes to one table: read the pointer, check and apply on its metadata, write a new file, and have the state
 * machine swap the pointer if it still is where it was read.
 *
 * <p>After a definite refusal the written file is deleted; a group that only lost the race for the pointer is checked again on the
 * newer metadata and tried again, a bounded number of times. After an unknown outcome the file is kept.
 *
 * <p>An idempotency key needs no other guard than the swap: keys and pointer are read from one snapshot, so a commit that was
 * carried out under the key since then has moved the pointer.
 */
final class TableCommitter {
    private static final int MAX_TRIES = 10;

    private final CatalogCore core;
    private final TableService tables;
    private final BiConsumer<String, Long> onReshaped;

    /**
     * @param onReshaped hears the uuid of every table whose schema, partition spec or sort order a commit changed, and the log index of
     *     that commit
     */
    TableCommitter(CatalogCore core, TableService tables, BiConsumer<String, Long> onReshaped) {
        this.core = core;
        this.tables = tables;
        this.onReshaped = onReshaped;
    }

    /** Table and keys as one snapshot of the state shows them. */
    private record Beginning(StateLookup.FoundTable table, Map<PendingCommit, RequestRow> seen) {}

    /**
     * Commits the group, whose members have different keys. Every member gets its answer before the stage completes, which it
     * always does normally.
     */
    CompletionStage<Boolean> commit(TableName name, List<PendingCommit> group) {
        return attempt(name, group, 1).handle((done, failure) -> {
            if (failure != null) {
                group.forEach(commit -> commit.fail(Refusals.of(failure)));
            }
            return true;
        });
    }

    private CompletionStage<Boolean> attempt(TableName name, List<PendingCommit> group, int number) {
        return core.read(Consistency.STRICT, view -> begin(view, name, group))
                .thenComposeAsync(read -> onBase(name, group, number, read), core.blocking());
    }

    private static Beginning begin(View view, TableName name, List<PendingCommit> group) {
        Map<PendingCommit, RequestRow> seen = new LinkedHashMap<>();
        for (PendingCommit commit : group) {
            SeenRequests.find(view, commit.caller()).ifPresent(row -> seen.put(commit, row));
        }
        return new Beginning(StateLookup.table(view, name), seen);
    }

    private CompletionStage<Boolean> onBase(
            TableName name, List<PendingCommit> group, int number, Read<Beginning> read) {
        Beginning beginning = read.value();
        beginning.seen().forEach((commit, row) -> replay(name, commit, row));
        List<PendingCommit> fresh = group.stream()
                .filter(commit -> !beginning.seen().containsKey(commit))
                .toList();
        StateLookup.FoundTable table = beginning.table();
        FileIO files = core.files().of(table.catalog());
        return core.cache()
                .get(files, table.row().getMetadataLocation())
                .thenComposeAsync(
                        base -> {
                            Fold fold = new Fold(table.catalog().getWarehouse(), base.metadata());
                            fresh.forEach(fold::add);
                            if (!fold.isChanged()) {
                                fold.answerRefused();
                                fold.carried().forEach(commit -> commit.succeed(base, read.appliedIndex()));
                                return CompletableFuture.completedFuture(true);
                            }
                            CachedMetadata written = MetadataFiles.write(
                                    files, fold.result(), table.row().getVersion());
                            return propose(new CommitAttempt(
                                    name, number, table.catalog(), table.row(), base, fold, written, files));
                        },
                        core.blocking());
    }

    /** Answers a request that was answered before with the table as it is now. */
    private void replay(TableName name, PendingCommit commit, RequestRow seen) {
        try {
            String uuid = SeenRequests.tableOf(seen, Operations.TABLE_COMMIT, commit.caller());
            tables.loadByUuid(uuid, name).whenComplete((now, failure) -> {
                if (failure != null) {
                    commit.fail(Refusals.of(failure));
                } else {
                    commit.answer().complete(now);
                }
            });
        } catch (AmsException e) {
            commit.fail(e);
        }
    }

    private CompletionStage<Boolean> propose(CommitAttempt attempt) {
        return core.submitter()
                .submit(Operations.TABLE_COMMIT, attempt.command(), attempt.submission())
                .thenComposeAsync(reply -> settle(attempt, reply), core.blocking());
    }

    private CompletionStage<Boolean> settle(CommitAttempt attempt, Reply<TableCommitted> reply) {
        return reply.fold(
                accepted -> accepted.result()
                                .getMetadataLocation()
                                .equals(attempt.written().location())
                        ? succeed(attempt, accepted.index())
                        : lost(attempt, new AmsException(ErrorCode.COMMIT_CONFLICT, "it was answered before")),
                failed -> {
                    AmsException refusal = new AmsException(failed.code(), failed.detail());
                    if (!failed.code().surelyNotApplied()) {
                        return lookUp(attempt, refusal);
                    }
                    return lost(attempt, refusal);
                });
    }

    private CompletionStage<Boolean> succeed(CommitAttempt attempt, long index) {
        core.cache().put(attempt.written());
        attempt.fold().answerRefused();
        attempt.fold().carried().forEach(commit -> commit.succeed(attempt.written(), index));
        deleteOldMetadata(
                attempt.files(), attempt.base().metadata(), attempt.written().metadata());
        if (Shapes.differ(attempt.base().metadata(), attempt.written().metadata())) {
            onReshaped.accept(attempt.row().getUuid(), index);
        }
        return CompletableFuture.completedFuture(true);
    }

    /** Deletes files that the new metadata does not list any more, if the table wants that. */
    static void deleteOldMetadata(FileIO files, TableMetadata base, TableMetadata written) {
        if (written.propertyAsBoolean(
                TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED,
                TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED_DEFAULT)) {
            CatalogUtil.deleteRemovedMetadataFiles(files, base, written);
        }
    }

    /** The file was surely not taken: away with it, and another try if one can help. */
    private CompletionStage<Boolean> lost(CommitAttempt attempt, AmsException refusal) {
        MetadataFiles.deleteUnused(attempt.files(), attempt.written().location());
        List<PendingCommit> again = attempt.fold().unanswered();
        boolean raced =
                refusal.code() == ErrorCode.COMMIT_CONFLICT || refusal.code() == ErrorCode.IDEMPOTENCY_KEY_REUSED;
        if (raced && attempt.number() < MAX_TRIES) {
            return CompletableFuture.supplyAsync(() -> again, core.shortly())
                    .thenCompose(group -> attempt(attempt.name(), group, attempt.number() + 1));
        }
        if (!raced && again.size() > 1) {
            return oneByOne(attempt.name(), again);
        }
        attempt.fold().answerRefused();
        attempt.fold().carried().forEach(commit -> commit.fail(refusal));
        return CompletableFuture.completedFuture(true);
    }

    /** One of the group cannot be committed and takes the others with it: each for itself, so that only that one is refused. */
    private CompletionStage<Boolean> oneByOne(TableName name, List<PendingCommit> group) {
        CompletionStage<Boolean> chain = CompletableFuture.completedFuture(true);
        for (PendingCommit commit : new ArrayList<>(group)) {
            chain = chain.thenCompose(before -> commit(name, List.of(commit)));
        }
        return chain;
    }

    /** The fate of a commit whose outcome is unknown; if the state does not tell either, it stays so and the file is kept. */
    private CompletionStage<Boolean> lookUp(CommitAttempt attempt, AmsException unknown) {
        String ours = attempt.written().location();
        return core.read(
                        Consistency.STRICT,
                        view -> Optional.of(StateLookup.tableByUuid(
                                                view, attempt.row().getUuid(), attempt.name())
                                        .row())
                                .filter(row -> ours.equals(row.getMetadataLocation())
                                        || ours.equals(row.getPreviousMetadataLocation())))
                .handle((read, failure) -> {
                    if (failure == null && read.value().isPresent()) {
                        return succeed(attempt, read.appliedIndex());
                    }
                    attempt.fold().answerRefused();
                    attempt.fold().carried().forEach(commit -> commit.fail(unknown));
                    return CompletableFuture.completedFuture(true);
                })
                .thenCompose(answered -> answered);
    }
}
