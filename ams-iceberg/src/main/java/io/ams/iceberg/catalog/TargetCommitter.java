package io.ams.iceberg.catalog;

import com.google.protobuf.MessageLite;
import io.ams.ddl.TargetDraft;
import io.ams.ddl.group.Outcome;
import io.ams.iceberg.schema.ReshapedMetadata;
import io.ams.iceberg.schema.Shapes;
import io.ams.op.ErrorCode;
import io.ams.op.TargetOperation;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlGroupRow;
import io.ams.proto.TableRow;
import io.ams.proto.TargetShape;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import io.ams.state.View;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.FileIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what shards and operators ask of a group. What it comes to is worked out on the state as this node has it; if the
 * target's schema changes by it, the metadata is written first and goes along in the command, which decides again and takes both or
 * neither. Most announcements change nothing in the target and cost one entry and no file.
 *
 * <p>A plan that was overtaken, by other shards or by commits of data, is thrown away with its file and made anew.
 */
final class TargetCommitter {
    private static final Logger LOG = LoggerFactory.getLogger(TargetCommitter.class);
    private static final int MOST_TRIES = 40;

    private final CatalogCore core;
    private final CommitQueue queue;

    TargetCommitter(CatalogCore core, CommitQueue queue) {
        this.core = core;
        this.queue = queue;
    }

    /** A table whose schema changes by the command: what its group takes its shape for, and what it is to be. */
    private record Reshaping(StateLookup.FoundTable table, TargetShape known, TargetShape wanted) {}

    /**
     * A command that is carried out.
     *
     * @param number counts the tries, from 1
     * @param turn whether it is its turn in the queue of the table's commits, which lasts until the last try is over
     */
    private record Attempt<C extends MessageLite>(
            TargetOperation<C> operation, C body, Submission submission, int number, boolean turn) {
        Attempt<C> next() {
            return new Attempt<>(operation, body, submission, number + 1, turn);
        }

        Attempt<C> inTurn() {
            return new Attempt<>(operation, body, submission, number, true);
        }
    }

    <C extends MessageLite> CompletionStage<Read<DdlDecided>> change(
            TargetOperation<C> operation, C body, Submission submission) {
        return attempt(new Attempt<>(operation, body, submission, 1, false));
    }

    private <C extends MessageLite> CompletionStage<Read<DdlDecided>> attempt(Attempt<C> attempt) {
        // Without files there is nothing to wait for, and every hand-off to another thread costs a wake-up.
        CompletionStage<Read<Optional<Reshaping>>> planned = plan(attempt);
        return planned.thenCompose(read -> read.value().isEmpty()
                ? submit(attempt, attempt.body(), Optional.empty())
                : planned.thenComposeAsync(same -> go(attempt, same.value().orElseThrow()), core.blocking()));
    }

    private <C extends MessageLite> CompletionStage<Read<DdlDecided>> go(Attempt<C> attempt, Reshaping reshaping) {
        // In its turn no commit of this node moves the pointer. What the command comes to may have changed while it
        // waited.
        return attempt.turn()
                ? reshape(attempt, reshaping)
                : queue.alone(nameOf(reshaping.table().row()), () -> attempt(attempt.inTurn()));
    }

    private <C extends MessageLite> CompletionStage<Read<Optional<Reshaping>>> plan(Attempt<C> attempt) {
        // A first guess may be old: the command decides again. After a refusal the guess must be a good one.
        Function<View, Optional<Reshaping>> plan = view -> plan(view, attempt.operation(), attempt.body());
        return attempt.number() == 1 ? core.readHere(plan) : core.read(Consistency.STRICT, plan);
    }

    private static <C extends MessageLite> Optional<Reshaping> plan(View view, TargetOperation<C> operation, C body) {
        Optional<TargetShape> wanted =
                operation.plan(view, body) instanceof Outcome.Done done ? done.shape() : Optional.empty();
        return wanted.flatMap(shape -> view.get(Columns.DDL_GROUPS, operation.group(body))
                .map(DdlGroupRow::getTableUuid)
                .flatMap(uuid -> view.get(Columns.TABLES, uuid))
                .map(row -> new Reshaping(
                        new StateLookup.FoundTable(StateLookup.catalog(view, row.getCatalog()), row),
                        known(view, row),
                        shape)));
    }

    private static TargetShape known(View view, TableRow row) {
        return view.get(Columns.DDL_TARGETS, row.getUuid())
                .map(target -> TargetDraft.of(target.getShape()).shape())
                .orElseThrow();
    }

    private static TableName nameOf(TableRow row) {
        return new TableName(row.getCatalog(), row.getLevelsList(), row.getName());
    }

    private <C extends MessageLite> CompletionStage<Read<DdlDecided>> reshape(Attempt<C> attempt, Reshaping reshaping) {
        StateLookup.FoundTable table = reshaping.table();
        FileIO files = core.files().of(table.catalog());
        return core.cache()
                .get(files, table.row().getMetadataLocation())
                .thenComposeAsync(
                        base -> {
                            Written written = write(files, reshaping, base);
                            C complete = attempt.operation().with(attempt.body(), written.commit());
                            return submit(attempt, complete, Optional.of(written));
                        },
                        core.blocking());
    }

    /** A metadata file that waits for the pointer, and the commit that moves it there. */
    private record Written(
            FileIO files, CachedMetadata base, CachedMetadata metadata, io.ams.proto.TableCommit commit) {}

    private static Written write(FileIO files, Reshaping reshaping, CachedMetadata base) {
        TableRow row = reshaping.table().row();
        TargetShape real = Shapes.of(base.metadata());
        if (!real.equals(reshaping.known())) {
            // Never overwrite what the group does not know of.
            throw new IllegalStateException(
                    "the group of table " + row.getUuid() + " takes its schema for another one than it is");
        }
        TableMetadata reshaped = reshaped(base.metadata(), reshaping.wanted());
        CachedMetadata metadata = MetadataFiles.write(files, reshaped, row.getVersion());
        io.ams.proto.TableCommit commit =
                TableCommands.commit(row, base.metadata(), metadata.metadata()).build();
        return new Written(files, base, metadata, commit);
    }

    /** The rules know what Iceberg writes; whatever they should not know has a name, and changes nothing. */
    private static TableMetadata reshaped(TableMetadata base, TargetShape wanted) {
        try {
            return ReshapedMetadata.of(base, wanted);
        } catch (IllegalArgumentException
                | IllegalStateException
                | ValidationException
                | UnsupportedOperationException e) {
            // A rule is missing: whoever mends it needs to see where Iceberg objects.
            LOG.warn("decided to give table {} a schema that Iceberg does not write", base.uuid(), e);
            throw new AmsException(
                    ErrorCode.DDL_TARGET_UNWRITABLE,
                    "Iceberg does not write the schema that the table would get: " + e.getMessage()
                            + "; announce other changes, or detach the shard whose announcement waits for this");
        }
    }

    private <C extends MessageLite> CompletionStage<Read<DdlDecided>> submit(
            Attempt<C> attempt, C body, Optional<Written> written) {
        CompletionStage<Reply<DdlDecided>> submitted = core.submitter()
                .submit(attempt.operation(), body, attempt.submission().forgettingRefusal());
        return written.isPresent()
                ? submitted.thenComposeAsync(reply -> settle(attempt, written, reply), core.blocking())
                : submitted.thenCompose(reply -> settle(attempt, written, reply));
    }

    private <C extends MessageLite> CompletionStage<Read<DdlDecided>> settle(
            Attempt<C> attempt, Optional<Written> written, Reply<DdlDecided> reply) {
        return reply.fold(
                accepted -> {
                    written.ifPresent(file -> keep(file, accepted.result()));
                    return CompletableFuture.completedFuture(new Read<>(accepted.result(), accepted.index()));
                },
                failed -> {
                    if (failed.code().surelyNotApplied()) {
                        written.ifPresent(file -> MetadataFiles.deleteUnused(
                                file.files(), file.metadata().location()));
                    }
                    boolean overtaken =
                            failed.code() == ErrorCode.DDL_STALE_PLAN || failed.code() == ErrorCode.COMMIT_CONFLICT;
                    if (overtaken && attempt.number() < MOST_TRIES) {
                        return CompletableFuture.supplyAsync(attempt::next, core.shortly())
                                .thenCompose(this::attempt);
                    }
                    return CompletableFuture.failedFuture(new AmsException(failed.code(), failed.detail()));
                });
    }

    /** The command was accepted: with this file, or under its key before, with another. */
    private void keep(Written written, DdlDecided decided) {
        if (decided.getMetadataLocation().equals(written.metadata().location())) {
            core.cache().put(written.metadata());
            TableCommitter.deleteOldMetadata(
                    written.files(),
                    written.base().metadata(),
                    written.metadata().metadata());
        } else {
            MetadataFiles.deleteUnused(written.files(), written.metadata().location());
        }
    }
}
