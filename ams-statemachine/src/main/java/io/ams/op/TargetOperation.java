package io.ams.op;

import com.google.protobuf.MessageLite;
import io.ams.ddl.group.Outcome;
import io.ams.proto.Command;
import io.ams.proto.DdlDecided;
import io.ams.proto.TableCommitted;
import io.ams.proto.TargetShape;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * An operation on a group of shards that may change the schema of the group's table. If it does, the command must carry the commit
 * of just that schema; decision and commit are one change. Whoever proposes such a command asks {@link #plan} first, on any recent
 * state: what comes out of it only saves a refusal, for the rule itself decides again.
 *
 * @param <C> the command's body
 */
public abstract class TargetOperation<C extends MessageLite> extends Operation<C, DdlDecided> {
    protected TargetOperation(
            Command.BodyCase body, Function<Command, C> get, BiFunction<Command.Builder, C, Command.Builder> set) {
        super(body, get, set, DdlDecided.parser());
    }

    /** What the command comes to. */
    protected abstract Outcome outcome(View view, LogPosition at, C command, int schemaId);

    /** The group that the command is about. */
    public abstract String group(C command);

    /** The commit that the command carries. */
    protected abstract Optional<io.ams.proto.TableCommit> commit(C command);

    /** The command with this commit. */
    public abstract C with(C command, io.ams.proto.TableCommit commit);

    /** What the command would come to on this state; the new shape's schema id is not known yet. */
    public final Outcome plan(View view, C command) {
        return outcome(view, LogPosition.START, command, 0);
    }

    @Override
    public final Decision<DdlDecided> decide(View view, LogPosition at, C command) {
        Optional<io.ams.proto.TableCommit> commit = commit(command);
        int schemaId = commit.map(carried -> carried.getShape().getSchemaId()).orElse(0);
        Outcome outcome = outcome(view, at, command, schemaId);
        if (outcome instanceof Outcome.Refused refused) {
            return DdlRefusals.refusal(refused);
        }
        Outcome.Done done = (Outcome.Done) outcome;
        if (done.shape().isEmpty() && commit.isEmpty()) {
            return Decision.accept(done.changes(), done.reply());
        }
        if (done.shape().isEmpty()
                || commit.isEmpty()
                || !fits(view, command, done.shape().get(), commit.get())) {
            return stale();
        }
        Decision<TableCommitted> moved = Operations.TABLE_COMMIT.move(view, at, commit.get());
        if (moved instanceof Decision.Refused<TableCommitted> refused) {
            return Decision.refuse(refused.code(), refused.detail());
        }
        ChangeSet changes = ChangeSet.builder()
                .addAll(((Decision.Accepted<TableCommitted>) moved).changes())
                .addAll(done.changes())
                .build();
        DdlDecided reply = done.reply().toBuilder()
                .setMetadataLocation(commit.get().getMetadataLocation())
                .build();
        return Decision.accept(changes, reply);
    }

    /** Whether the commit is to the group's table, and of exactly the shape that was decided. */
    private boolean fits(View view, C command, TargetShape decided, io.ams.proto.TableCommit commit) {
        boolean table = view.get(Columns.DDL_GROUPS, group(command))
                .map(row -> row.getTableUuid().equals(commit.getUuid()))
                .orElse(false);
        TargetShape carried = commit.getShape();
        return table
                && carried.toBuilder()
                        .setSchemaId(decided.getSchemaId())
                        .build()
                        .equals(decided);
    }

    private static Decision<DdlDecided> stale() {
        return Decision.refuse(
                ErrorCode.DDL_STALE_PLAN,
                "the group or its table was changed by others while this was decided; nothing was changed by it, send it again");
    }
}
