package io.ams.web.it;

import io.ams.ddl.protocol.ColumnBinding;
import io.ams.ddl.protocol.Conflict;
import io.ams.ddl.protocol.Decision;
import io.ams.ddl.protocol.PendingView;
import io.ams.ddl.protocol.ShardGroupView;
import io.ams.ddl.protocol.ShardView;
import io.ams.ddl.protocol.Step;
import io.ams.ddl.protocol.TargetColumn;
import io.ams.ddl.protocol.Warning;
import io.ams.testkit.ddl.history.DdlAnswer;
import io.ams.testkit.ddl.history.GroupSeen;
import io.ams.testkit.ddl.model.ModelAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What nodes say of groups, in the notation of the reference model. */
final class DdlTexts {
    private DdlTexts() {}

    /**
     * An answer.
     *
     * @param bound whether the bindings in it are those of a shard that is there
     */
    static DdlAnswer said(Decision decision, boolean bound) {
        StringBuilder said = new StringBuilder(decision.verdict());
        Conflict conflict = decision.conflict();
        if (conflict != null) {
            said.append(' ').append(conflict.kind());
        }
        for (Step step : decision.steps()) {
            said.append(' ').append(step.action());
        }
        for (Warning warning : decision.warnings()) {
            // A hint, not a decision: that what waits would be in conflict if all agreed on it now.
            if (!warning.code().equals("CONFLICT_FORESEEN")) {
                said.append(" !").append(warning.code());
            }
        }
        return new DdlAnswer.Said(
                new ModelAnswer(said.toString(), decision.repeated(), decision.groupVersion()),
                decision.seq(),
                bound ? Optional.of(bindings(decision.columns())) : Optional.empty());
    }

    static List<String> bindings(List<ColumnBinding> columns) {
        return columns.stream()
                .map(column -> String.join(".", column.column()) + "->" + column.fieldId() + (column.cast() ? "~" : ""))
                .toList();
    }

    /**
     * A group.
     *
     * @param bindings of the shards that are there; empty if they are not to be looked at
     */
    static GroupSeen seen(ShardGroupView view, Map<String, List<String>> bindings) {
        List<String> lines = new ArrayList<>();
        view.columns().forEach(column -> lines.add(line(column)));
        for (ShardView shard : view.shards()) {
            lines.add(line(shard));
            Optional.ofNullable(bindings.get(shard.shard()))
                    .ifPresent(bound -> lines.add(GroupSeen.bound(shard.shard(), bound)));
        }
        for (ShardView shard : view.shards()) {
            for (PendingView pending : shard.pending()) {
                lines.add(shard.shard() + " " + pending.seq() + " VERDICT_" + pending.verdict());
            }
        }
        for (Conflict conflict : view.conflicts()) {
            lines.add("conflict " + conflict.shard() + " " + conflict.seq() + " CONFLICT_" + conflict.kind());
        }
        GroupSeen.Depth depth = bindings.isEmpty() ? GroupSeen.Depth.GLANCE : GroupSeen.Depth.BINDINGS;
        return new GroupSeen(depth, view.group().version(), lines);
    }

    private static String line(TargetColumn column) {
        return "field " + column.id() + " " + column.name() + " " + column.type()
                + (column.required() ? " required" : "")
                + (column.initialDefault() == null ? "" : " initially " + column.initialDefault()) + " had by "
                + column.shards();
    }

    private static String line(ShardView shard) {
        return shard.state().equals("LEFT")
                ? GroupSeen.left(shard.shard())
                : "shard " + shard.shard() + " " + shard.state() + " " + shard.announced() + " " + shard.decided() + " "
                        + shard.acknowledged();
    }
}
