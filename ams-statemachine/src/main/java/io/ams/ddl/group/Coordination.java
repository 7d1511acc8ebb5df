package io.ams.ddl.group;

import io.ams.ddl.TargetDraft;
import io.ams.proto.DdlAcknowledge;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlLeave;
import io.ams.proto.DdlRebind;
import io.ams.proto.DdlResolve;
import io.ams.proto.DdlRetry;
import io.ams.proto.DdlVerdict;
import io.ams.proto.TargetShape;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the shards of a group do, as changes of the state. Every method is pure: the same view, position and command give the same
 * outcome on every node. An outcome that needs another shape of the target is complete only together with a commit of that shape
 * to the table, in the same entry.
 *
 * <p>{@code schemaId} is the id that the new shape's schema has in the table; it matters only if there is a new shape.
 */
public final class Coordination {
    private Coordination() {}

    /** A shard tells what it changed. */
    public static Outcome announce(View view, LogPosition at, DdlAnnounce command, int schemaId) {
        return inTable(view, at, command.getGroup(), group -> new Announcing(group, command).announce(schemaId));
    }

    /** A shard comes, or ends loading. */
    public static Outcome join(View view, LogPosition at, DdlJoin command, int schemaId) {
        return inTable(view, at, command.getGroup(), group -> new Joining(group, command).join(schemaId));
    }

    /** A shard goes. */
    public static Outcome leave(View view, LogPosition at, DdlLeave command, int schemaId) {
        return inGroup(view, at, command.getGroup(), group -> new Leaving(group).leave(command.getShard(), schemaId));
    }

    /** Somebody ends what a shard waits for. */
    public static Outcome resolve(View view, LogPosition at, DdlResolve command, int schemaId) {
        return inGroup(view, at, command.getGroup(), group -> new Resolving(group, command, schemaId).resolve());
    }

    /** Looks again at what waits, after others changed the table. */
    public static Outcome retry(View view, LogPosition at, DdlRetry command, int schemaId) {
        return inTable(view, at, command.getGroup(), group -> {
            group.settling().settle();
            return group.done(schemaId, DdlDecided.newBuilder().setVerdict(DdlVerdict.VERDICT_APPLIED));
        });
    }

    /** A shard is called otherwise. */
    public static Outcome rebind(View view, LogPosition at, DdlRebind command) {
        return inGroup(view, at, command.getGroup(), group -> new Rebinding(group, command).rebind());
    }

    /** A shard keeps decisions itself. */
    public static Outcome acknowledge(View view, LogPosition at, DdlAcknowledge command) {
        return inGroup(view, at, command.getGroup(), group -> new Acknowledging(group).acknowledge(command, 0));
    }

    /** Every row of the group goes; the table stays. */
    public static Optional<ChangeSet> drop(View view, LogPosition at, String name) {
        return Group.open(view, at, name).map(group -> group.draft().removal(view));
    }

    /** The table's shape was changed by somebody else; the group of the table, if there is one, takes that in. */
    public static ChangeSet observe(View view, LogPosition at, String tableUuid, TargetShape shape) {
        Optional<Group> group =
                view.get(Columns.DDL_TARGETS, tableUuid).flatMap(target -> Group.open(view, at, target.getGroup()));
        if (group.isEmpty() || isKnown(group.get().draft().target(), shape)) {
            return ChangeSet.empty();
        }
        return new Observing(group.get().draft()).observe(shape);
    }

    private static boolean isKnown(TargetDraft target, TargetShape shape) {
        return target.hasShapeOf(shape)
                || target.shape().equals(TargetDraft.of(shape).shape());
    }

    /** Says that there is no such group, and what to do. */
    public static String noGroup(String name) {
        return "there is no group '" + name + "'; create it first, or list the groups there are";
    }

    /** Says that the group has no such shard, and what to do. */
    public static String noShard(String group, String shard) {
        return "shard '" + shard + "' is not in group '" + group
                + "': it never joined, or it left; join it first, or list the shards there are";
    }

    private static Outcome inGroup(View view, LogPosition at, String name, Function<Group, Outcome> work) {
        return Group.open(view, at, name).map(work).orElseGet(() -> Group.noGroup(name));
    }

    private static Outcome inTable(View view, LogPosition at, String name, Function<Group, Outcome> work) {
        return inGroup(view, at, name, group -> group.isTargetGone() ? group.targetGone() : work.apply(group));
    }
}
