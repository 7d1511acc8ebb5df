package io.ams.testkit.ddl.model;

import com.google.protobuf.MessageLite;
import io.ams.proto.AddColumn;
import io.ams.proto.ChangeComment;
import io.ams.proto.ChangeDefault;
import io.ams.proto.ChangeIdentifier;
import io.ams.proto.ChangeNullability;
import io.ams.proto.ChangeType;
import io.ams.proto.ColumnDefault;
import io.ams.proto.ColumnPath;
import io.ams.proto.DdlAcknowledge;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlLeave;
import io.ams.proto.DdlResolve;
import io.ams.proto.DdlVerb;
import io.ams.proto.DdlVerdict;
import io.ams.proto.DropColumn;
import io.ams.proto.Identifier;
import io.ams.proto.NoEffect;
import io.ams.proto.RenameColumns;
import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import io.ams.proto.Truncate;
import io.ams.testkit.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Makes the commands that shards of one group would send, and now and then others, for the model to be compared with the rules. */
public final class ModelCommands extends Dice {
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");
    private static final List<String> TYPES = List.of(
            "int", "int", "long", "string", "float", "double", "decimal(9,2)", "decimal(12,2)", "date", "boolean");
    private static final int MOST_WAITING = 6;

    private final String name;

    /**
     * @param name of the group
     */
    public ModelCommands(SplittableRandom random, String name) {
        super(random);
        this.name = name;
    }

    /** A command that fits the state of the model more or less. */
    public MessageLite next(DdlReferenceModel model) {
        ModelGroup group = model.group();
        String shard = "s" + below(4);
        Optional<ModelShard> there = group.member(shard);
        if (there.isEmpty()) {
            return chance(80) ? join(shard) : announce(new ModelShard(shard), List.of());
        }
        int which = below(100);
        ModelShard member = there.get();
        if (which < 1) {
            return DdlLeave.newBuilder().setGroup(name).setShard(shard).build();
        } else if (which < 5) {
            return DdlAcknowledge.newBuilder()
                    .setGroup(name)
                    .setShard(shard)
                    .setSeq(Math.max(0, member.decided - 2 + below(3)))
                    .build();
        } else if (which < 6) {
            return join(shard);
        }
        boolean stuck = !member.queue.isEmpty();
        return (stuck && (chance(25) || member.queue.size() >= MOST_WAITING)) || chance(1)
                ? resolve(group, member)
                : announce(group, member);
    }

    private DdlJoin join(String shard) {
        return DdlJoin.newBuilder()
                .setGroup(name)
                .setShard(shard)
                .setSchema(schema())
                .setSkipConflicts(chance(60))
                .build();
    }

    private ShardSchema schema() {
        ShardSchema.Builder schema = ShardSchema.newBuilder();
        for (String column : NAMES) {
            if (chance(45)) {
                schema.addColumns(column(column));
            }
        }
        if (schema.getColumnsCount() == 0 && chance(90)) {
            schema.addColumns(column("a"));
        }
        if (schema.getColumnsCount() > 0 && chance(5)) {
            schema.setIdentifier(identifier(schema.getColumns(0).getName()));
        }
        return schema.build();
    }

    private static Identifier identifier(String column) {
        return Identifier.newBuilder()
                .addColumns(ColumnPath.newBuilder().addNames(column))
                .build();
    }

    private ShardColumn column(String column) {
        ShardColumn.Builder made = ShardColumn.newBuilder()
                .setName(column)
                .setType(chance(60) ? "int" : of(TYPES))
                .setRequired(chance(15));
        if (chance(15)) {
            made.setDefault(value(made.getType()));
        }
        return made.build();
    }

    private ColumnDefault value(String type) {
        ColumnDefault.Builder value = ColumnDefault.newBuilder();
        if (chance(12)) {
            return value.setComputed(true).build();
        }
        String literal = switch (type) {
            case "date" -> "2024-02-29";
            case "boolean" -> "true";
            case "decimal(9,2)", "decimal(12,2)" -> "5.00";
            default -> chance(50) ? "5" : "7";
        };
        return value.setLiteral(literal).build();
    }

    private DdlAnnounce announce(ModelGroup group, ModelShard member) {
        if (chance(5) && member.announced > member.acknowledged) {
            return again(member);
        }
        ModelShard expected = member.copy();
        member.queue.forEach(pending -> ModelChanges.make(expected, pending.changes));
        return announce(expected, group.isPessimistic() && chance(75) ? asOthers(group, expected) : List.of());
    }

    /** One that was announced before, or nearly so. */
    private DdlAnnounce again(ModelShard member) {
        long seq = member.announced - below((int) Math.min(3, member.announced));
        Optional<ModelPending> pending =
                member.queue.stream().filter(one -> one.seq == seq).findFirst();
        List<SchemaChange> changes = pending.map(one -> one.changes).orElseGet(() -> changes(member));
        return DdlAnnounce.newBuilder()
                .setGroup(name)
                .setShard(member.name)
                .setSeq(seq)
                .addAllChanges(chance(85) ? changes : changes(member))
                .build();
    }

    private DdlAnnounce announce(ModelShard expected, List<SchemaChange> given) {
        DdlAnnounce.Builder announce = DdlAnnounce.newBuilder()
                .setGroup(name)
                .setShard(expected.name)
                .setSeq(expected.announced + (chance(2) ? 2 : 1))
                .addAllChanges(given.isEmpty() ? changes(expected) : given);
        if (chance(3)) {
            announce.setBefore(chance(70) ? schema(expected) : schema());
        }
        return announce.build();
    }

    private static ShardSchema schema(ModelShard shard) {
        ShardSchema.Builder schema = ShardSchema.newBuilder();
        for (ModelColumn column : shard.columns) {
            schema.addColumns(ShardColumn.newBuilder()
                    .setName(column.name)
                    .setType(column.type)
                    .setRequired(column.required));
        }
        return schema.build();
    }

    /** What another shard waits with at the barrier that this one comes to next. */
    private static List<SchemaChange> asOthers(ModelGroup group, ModelShard shard) {
        long barrier = shard.next
                + shard.queue.stream()
                        .filter(one -> one.verdict == DdlVerdict.VERDICT_WAITING)
                        .count();
        return ModelSettling.waiting(group).getOrDefault(barrier, Map.of()).values().stream()
                .findFirst()
                .map(one -> one.changes)
                .orElse(List.of());
    }

    private List<SchemaChange> changes(ModelShard shard) {
        List<SchemaChange> changes = new ArrayList<>();
        ModelShard expected = shard.copy();
        for (int i = chance(85) ? 1 : 2; i > 0; i--) {
            SchemaChange change = change(expected);
            changes.add(change);
            ModelChanges.make(expected, List.of(change));
        }
        return changes;
    }

    private SchemaChange change(ModelShard shard) {
        SchemaChange.Builder change = SchemaChange.newBuilder();
        int which = below(100);
        List<String> free =
                NAMES.stream().filter(one -> shard.column(one).isEmpty()).toList();
        if (shard.columns.isEmpty() || (which < 32 && !free.isEmpty())) {
            String added = chance(98) ? of(free) : of(NAMES);
            return change.setAdd(AddColumn.newBuilder().setColumn(column(added)))
                    .build();
        } else if (which < 50) {
            return change.setDrop(DropColumn.newBuilder().addPath(path(shard))).build();
        } else if (which < 65) {
            return change.setRename(rename(shard, free.isEmpty() ? NAMES : free))
                    .build();
        } else if (which < 80) {
            return change.setType(ChangeType.newBuilder().addPath(path(shard)).setType(of(TYPES)))
                    .build();
        }
        return lesser(shard, which);
    }

    private SchemaChange lesser(ModelShard shard, int which) {
        SchemaChange.Builder change = SchemaChange.newBuilder();
        if (which < 85) {
            change.setNullability(
                    ChangeNullability.newBuilder().addPath(path(shard)).setRequired(chance(50)));
        } else if (which < 90) {
            String column = path(shard);
            ChangeDefault.Builder changed = ChangeDefault.newBuilder().addPath(column);
            String type = shard.column(column).map(one -> one.type).orElse("int");
            change.setDefault(chance(70) ? changed.setDefault(value(type)) : changed);
        } else if (which < 93) {
            change.setComment(ChangeComment.newBuilder().addPath(path(shard)).setComment("c" + below(3)));
        } else if (which < 95) {
            change.setIdentifier(ChangeIdentifier.newBuilder()
                    .setIdentifier(chance(80) ? identifier(path(shard)) : Identifier.getDefaultInstance()));
        } else if (which < 98) {
            change.setNoEffect(NoEffect.newBuilder().setWhat("index"));
        } else {
            change.setTruncate(Truncate.getDefaultInstance());
        }
        return change.build();
    }

    private RenameColumns rename(ModelShard shard, List<String> free) {
        RenameColumns.Builder renames = RenameColumns.newBuilder();
        if (shard.columns.size() > 1 && chance(20)) {
            String first = shard.columns.get(0).name;
            String second = shard.columns.get(1).name;
            // A swap, or one takes the name that the other leaves.
            String left = chance(50) ? first : of(free);
            List<RenamedColumn> both = List.of(renamed(first, second), renamed(second, left));
            return renames.addAllColumns(chance(50) ? both : List.of(both.get(1), both.get(0)))
                    .build();
        }
        return renames.addColumns(renamed(path(shard), chance(95) ? of(free) : of(NAMES)))
                .build();
    }

    private static RenamedColumn renamed(String from, String to) {
        return RenamedColumn.newBuilder().addPath(from).setNewName(to).build();
    }

    private String path(ModelShard shard) {
        return shard.columns.isEmpty() || chance(2) ? of(NAMES) : of(shard.columns).name;
    }

    private DdlResolve resolve(ModelGroup group, ModelShard member) {
        int which = below(100);
        DdlVerb verb = which < 38
                ? DdlVerb.VERB_SKIP
                : which < 66
                        ? DdlVerb.VERB_NEW_FIELD
                        : which < 88
                                ? DdlVerb.VERB_REPLACE
                                : which < 97 ? DdlVerb.VERB_SET_SCHEMA : DdlVerb.VERB_DETACH;
        DdlResolve.Builder resolve =
                DdlResolve.newBuilder().setGroup(name).setShard(member.name).setVerb(verb);
        if (verb == DdlVerb.VERB_REPLACE) {
            List<SchemaChange> others = group.isPessimistic() ? othersFirst(group, member) : List.of();
            resolve.addAllChanges(others.isEmpty() || chance(40) ? changes(member) : others);
        } else if (verb == DdlVerb.VERB_SET_SCHEMA) {
            ModelShard expected = member.copy();
            ModelChanges.make(expected, changes(member));
            resolve.setSchema(chance(60) ? schema(expected) : schema());
        }
        return chance(90)
                ? resolve.build()
                : resolve.setSeq(member.decided + below(3)).build();
    }

    /** What others wait with at the barrier that the shard's first announcement is for. */
    private static List<SchemaChange> othersFirst(ModelGroup group, ModelShard shard) {
        return ModelSettling.waiting(group).getOrDefault(shard.next, Map.of()).entrySet().stream()
                .filter(entry -> !entry.getKey().equals(shard.name))
                .findFirst()
                .map(entry -> entry.getValue().changes)
                .orElse(List.of());
    }
}
