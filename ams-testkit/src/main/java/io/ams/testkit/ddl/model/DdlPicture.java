package io.ams.testkit.ddl.model;

import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlConflictRow;
import io.ams.proto.DdlGroupRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.ShardColumn;
import io.ams.proto.TargetField;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.Rows;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What there is of a group, as lines of text: of the model, and of real rows. */
public final class DdlPicture {
    private DdlPicture() {}

    /** Of the real rows. */
    public static List<String> of(View view, String group) {
        List<String> lines = new ArrayList<>();
        DdlGroupRow row = view.get(Columns.DDL_GROUPS, group).orElseThrow();
        lines.add("version " + row.getVersion());
        view.get(Columns.DDL_TARGETS, row.getTableUuid()).orElseThrow().getShape().getFieldsList().stream()
                .map(DdlPicture::line)
                .forEach(lines::add);
        List<Integer> there =
                view.get(Columns.DDL_TARGETS, row.getTableUuid()).orElseThrow().getShape().getFieldsList().stream()
                        .map(TargetField::getId)
                        .toList();
        for (DdlMemberRow member : Rows.values(view, Columns.DDL_MEMBERS, Keys.ShardKey.of(group))) {
            lines.add(line(member, there));
        }
        for (DdlPendingRow pending : Rows.values(view, Columns.DDL_PENDING, Keys.AnnouncementKey.of(group))) {
            lines.add(pending.getShard() + " " + pending.getSeq() + " " + pending.getVerdict());
        }
        for (DdlConflictRow conflict : Rows.values(view, Columns.DDL_CONFLICTS, Keys.GroupNumberKey.of(group))) {
            lines.add("conflict " + conflict.getShard() + " " + conflict.getSeq() + " "
                    + conflict.getClash().getKind());
        }
        return lines;
    }

    private static String line(TargetField field) {
        return "field " + field.getId() + " " + field.getName() + " " + field.getType()
                + (field.getRequired() ? " required" : "")
                + (field.hasInitialDefault() ? " initially " + field.getInitialDefault() : "")
                + (field.hasWriteDefault() ? " by default " + field.getWriteDefault() : "")
                + (field.getDoc().isEmpty() ? "" : " // " + field.getDoc())
                + " had by " + field.getUse().getBound();
    }

    private static String line(DdlMemberRow member, List<Integer> there) {
        if (member.getState() == DdlMemberState.MEMBER_LEFT) {
            return "shard " + member.getShard() + " LEFT"
                    + released(member.getReleasedIdsList().stream()
                            .filter(there::contains)
                            .toList());
        }
        return "shard " + member.getShard() + " "
                + member.getState().name().substring("MEMBER_".length()) + " "
                + member.getAnnounced() + " " + member.getDecided() + " " + member.getAcknowledged() + " "
                + member.getSchema().getColumnsList().stream()
                        .map(DdlPicture::text)
                        .collect(Collectors.joining(" "))
                + released(member.getReleasedIdsList().stream()
                        .filter(there::contains)
                        .toList());
    }

    private static String released(List<Integer> ids) {
        return ids.isEmpty() ? "" : " dropped " + new TreeSet<>(ids);
    }

    private static String text(ShardColumn column) {
        return column.getName() + "->" + column.getFieldId() + (column.getCast() ? "~" : "");
    }

    /** Of the model. */
    static List<String> of(ModelGroup group) {
        List<String> lines = new ArrayList<>();
        lines.add("version " + group.version);
        group.fields.forEach(field -> lines.add(line(group, field)));
        group.shards.values().forEach(shard -> lines.add(line(shard)));
        for (ModelShard shard : group.members()) {
            shard.queue.forEach(pending -> lines.add(shard.name + " " + pending.seq + " " + pending.verdict));
        }
        conflicts(group).values().forEach(lines::add);
        return lines;
    }

    private static Map<Long, String> conflicts(ModelGroup group) {
        Map<Long, String> conflicts = new TreeMap<>();
        for (ModelShard shard : group.members()) {
            for (ModelPending pending : shard.queue) {
                pending.conflict.ifPresent(
                        kind -> conflicts.put(pending.conflictNumber, line(shard.name, pending.seq, kind)));
            }
        }
        group.held.ifPresent(held -> conflicts.put(
                held.number(),
                line(held.shard(), group.shard(held.shard()).queue.get(0).seq, held.kind())));
        return conflicts;
    }

    private static String line(String shard, long seq, DdlConflictKind kind) {
        return "conflict " + shard + " " + seq + " " + kind;
    }

    private static String line(ModelGroup group, ModelField field) {
        return "field " + field.id + " " + field.name + " " + field.type + (field.required ? " required" : "")
                + field.initial.map(value -> " initially " + value).orElse("")
                + field.written.map(value -> " by default " + value).orElse("")
                + (field.comment.isEmpty() ? "" : " // " + field.comment) + " had by "
                + group.bound(field).size();
    }

    private static String line(ModelShard shard) {
        if (shard.left) {
            return "shard " + shard.name + " LEFT" + released(List.copyOf(shard.released));
        }
        return "shard " + shard.name + " " + DdlReferenceModel.state(shard) + " " + shard.announced + " "
                + shard.decided + " "
                + shard.acknowledged + " "
                + shard.columns.stream().map(ModelColumn::toString).collect(Collectors.joining(" "))
                + released(List.copyOf(shard.released));
    }
}
