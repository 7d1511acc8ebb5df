package io.ams.testkit.ddl.model;

import io.ams.proto.AddColumn;
import io.ams.proto.ColumnDefault;
import io.ams.proto.DdlAction;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the changes of one shard in a group: the table of decisions, row by row. What it leaves after a conflict must be thrown away. */
final class ModelMerge {
    /** How changes are made. */
    enum Manner {
        /** A conflict ends it. */
        NORMAL,
        /** The same, for what all shards agreed on. */
        BARRIER,
        /** The shard has no rows yet. */
        INITIAL,
        /** The shard has no rows yet; what is in conflict is skipped. */
        INITIAL_SKIP,
        /** The table stays where there is a conflict. */
        SKIP,
        /** What is in conflict gets a field of its own. */
        NEW_FIELD,
        /** The table stays, whatever is changed. */
        SHARD_ONLY;

        boolean isInitial() {
            return this == INITIAL || this == INITIAL_SKIP;
        }

        boolean skips() {
            return this == INITIAL_SKIP || this == SKIP || this == SHARD_ONLY;
        }
    }

    private final ModelGroup group;
    private final ModelShard shard;
    private final Manner manner;
    private final List<DdlAction> actions = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private Optional<DdlConflictKind> clash = Optional.empty();

    ModelMerge(ModelGroup group, ModelShard shard, Manner manner) {
        this.group = group;
        this.shard = shard;
        this.manner = manner;
    }

    Optional<DdlConflictKind> clash() {
        return clash;
    }

    /** Actions and warnings as one text. */
    String said() {
        StringBuilder said = new StringBuilder();
        actions.forEach(action -> said.append(' ').append(action.name().substring("ACTION_".length())));
        warnings.forEach(warning -> said.append(" !").append(warning));
        return said.toString();
    }

    /** Makes the changes until one is in conflict; false if the shard's schema cannot have had one of them. */
    boolean make(List<SchemaChange> changes) {
        if (!ModelChanges.make(shard.copy(), changes)) {
            return false;
        }
        for (SchemaChange change : changes) {
            ModelShard before = shard.copy();
            ModelChanges.make(shard, List.of(change));
            decide(before, change);
            if (clash.isPresent()) {
                return true;
            }
            sweep();
        }
        return true;
    }

    private void decide(ModelShard before, SchemaChange change) {
        switch (change.getChangeCase()) {
            case ADD -> add(change.getAdd());
            case DROP -> drop(before.column(change.getDrop().getPath(0)).orElseThrow());
            case RENAME -> rename(before, change.getRename().getColumnsList());
            case TYPE -> retype(before.column(change.getType().getPath(0)).orElseThrow());
            case NULLABILITY ->
                loosen(before.column(change.getNullability().getPath(0)).orElseThrow());
            case DEFAULT ->
                setDefault(shard.column(change.getDefault().getPath(0)).orElseThrow());
            case COMMENT ->
                comment(
                        shard.column(change.getComment().getPath(0)).orElseThrow(),
                        change.getComment().getComment());
            case IDENTIFIER -> identify();
            case NO_EFFECT -> step(DdlAction.ACTION_NO_OP);
            case TRUNCATE -> {
                step(DdlAction.ACTION_IGNORED);
                warnings.add("TRUNCATE_IGNORED");
            }
            case CHANGE_NOT_SET -> throw new IllegalArgumentException("no change");
        }
    }

    private void comment(ModelColumn column, String comment) {
        Optional<ModelField> field = group.field(column.field).filter(one -> !one.comment.equals(comment));
        step(field.isPresent() && manner != Manner.SHARD_ONLY ? DdlAction.ACTION_EXECUTE : DdlAction.ACTION_SKIP);
        if (manner != Manner.SHARD_ONLY) {
            field.ifPresent(one -> one.comment = comment);
        }
    }

    /** Binds the columns of a schema that a shard comes with. */
    void bindAll() {
        List<ModelColumn> order = new ArrayList<>(shard.columns);
        order.sort(Comparator.comparing(column -> group.called(column.name).isEmpty()));
        for (ModelColumn column : order) {
            if (clash.isEmpty()) {
                bind(column, Optional.empty());
            }
        }
        sweep();
    }

    private void step(DdlAction action) {
        actions.add(action);
    }

    private void conflict(DdlConflictKind kind) {
        clash = Optional.of(kind);
    }

    private void add(AddColumn add) {
        ModelColumn column = shard.column(add.getColumn().getName()).orElseThrow();
        bind(column, manner.isInitial() ? Optional.empty() : Optional.of(add));
    }

    /** The constant that rows take which are there when the column is added; empty for NULL. */
    private static Optional<String> backfill(ModelColumn column, AddColumn add) {
        Optional<ColumnDefault> existing = add.hasExisting() ? Optional.of(add.getExisting()) : column.value;
        if (existing.isPresent()) {
            return existing.filter(ColumnDefault::hasLiteral).map(ColumnDefault::getLiteral);
        }
        return column.required ? ModelTypes.zero(column.type) : Optional.empty();
    }

    private void bind(ModelColumn column, Optional<AddColumn> add) {
        List<ModelField> answering = group.answering(shard, column.name);
        Optional<ModelField> fitting = answering.stream()
                .filter(field -> !shard.released.contains(field.id))
                .filter(field -> fits(column, field))
                .findFirst();
        if (fitting.isPresent()) {
            bindOrDisagree(column, fitting.get(), add);
        } else if (!answering.isEmpty()) {
            ModelField first = answering.get(0);
            boolean again = shard.released.contains(first.id) && fits(column, first);
            resolve(
                    again ? DdlConflictKind.CONFLICT_READD : DdlConflictKind.CONFLICT_TYPE,
                    column,
                    Optional.of(first),
                    add);
        } else if (group.called(column.name).isPresent()) {
            resolve(DdlConflictKind.CONFLICT_NAME_COLLISION, column, Optional.empty(), add);
        } else if (manner == Manner.SHARD_ONLY) {
            step(DdlAction.ACTION_IGNORED);
        } else if (add.isPresent() && column.differsFromMomentToMoment()) {
            resolve(DdlConflictKind.CONFLICT_NONDETERMINISTIC_DEFAULT, column, Optional.empty(), add);
        } else {
            create(column, column.name, "", add);
        }
    }

    private static boolean fits(ModelColumn column, ModelField field) {
        return ModelTypes.common(field.type, column.type).isPresent();
    }

    private void bindOrDisagree(ModelColumn column, ModelField field, Optional<AddColumn> add) {
        if (add.isPresent() && column.differsFromMomentToMoment()) {
            resolve(DdlConflictKind.CONFLICT_NONDETERMINISTIC_DEFAULT, column, Optional.of(field), add);
        } else if (readsOtherwise(column, field, add) && group.format >= 3) {
            resolve(DdlConflictKind.CONFLICT_BACKFILL, column, Optional.of(field), add);
        } else {
            bindTo(column, field);
            if (readsOtherwise(column, field, add)) {
                warnings.add("LOSSY");
            }
        }
    }

    private boolean readsOtherwise(ModelColumn column, ModelField field, Optional<AddColumn> add) {
        Optional<String> read = group.format >= 3 ? field.initial : Optional.empty();
        return add.isPresent() && !backfill(column, add.get()).equals(read);
    }

    private void bindTo(ModelColumn column, ModelField field) {
        String common = ModelTypes.common(field.type, column.type).orElseThrow();
        if (manner == Manner.SHARD_ONLY && !common.equals(field.type)) {
            castTo(column, field);
            return;
        }
        step(common.equals(field.type) ? DdlAction.ACTION_SKIP : DdlAction.ACTION_EXECUTE);
        field.type = common;
        column.field = field.id;
        column.cast = false;
        shard.released.remove(field.id);
    }

    private ModelField create(ModelColumn column, String name, String wanted, Optional<AddColumn> add) {
        ModelField field = new ModelField(++group.lastField, name, column.type);
        field.wanted = wanted;
        field.generation = wanted.isEmpty() ? 0 : 1 + generation(wanted);
        if (add.isPresent() && column.differsFromMomentToMoment()) {
            warnings.add("LOSSY");
        }
        Optional<String> existing = add.flatMap(one -> backfill(column, one));
        field.fill = existing;
        if (group.format >= 3) {
            field.initial = existing;
            field.written = existing;
        } else if (existing.isPresent()) {
            warnings.add("LOSSY");
        }
        group.fields.add(field);
        column.field = field.id;
        column.cast = false;
        step(DdlAction.ACTION_EXECUTE);
        return field;
    }

    private int generation(String wanted) {
        return group.fields.stream()
                .filter(one -> one.isToBeCalled(wanted))
                .mapToInt(one -> one.generation)
                .max()
                .orElse(0);
    }

    /** What is done about a conflict of a column that is added. */
    private void resolve(
            DdlConflictKind kind, ModelColumn column, Optional<ModelField> there, Optional<AddColumn> add) {
        if (manner == Manner.NEW_FIELD && kind != DdlConflictKind.CONFLICT_NONDETERMINISTIC_DEFAULT) {
            createBeside(column, add);
        } else if (!manner.skips() && manner != Manner.NEW_FIELD) {
            conflict(kind);
        } else if (kind == DdlConflictKind.CONFLICT_NONDETERMINISTIC_DEFAULT && there.isEmpty()) {
            create(column, column.name, "", add);
        } else if (there.isEmpty()) {
            step(DdlAction.ACTION_IGNORED);
        } else if (kind == DdlConflictKind.CONFLICT_TYPE) {
            castTo(column, there.get());
        } else {
            warnings.add("LOSSY");
            bindTo(column, there.get());
            if (group.format < 3 && add.flatMap(one -> backfill(column, one)).isPresent()) {
                warnings.add("LOSSY");
            }
        }
    }

    private ModelField createBeside(ModelColumn column, Optional<AddColumn> add) {
        String name = column.name;
        for (int generation = 2; group.called(name).isPresent(); generation++) {
            name = column.name + "__" + generation;
        }
        return create(column, name, name.equals(column.name) ? "" : column.name, add);
    }

    private void castTo(ModelColumn column, ModelField field) {
        column.field = field.id;
        column.cast = true;
        shard.released.remove(field.id);
        step(DdlAction.ACTION_SKIP);
        warnings.add("CAST");
    }

    private void drop(ModelColumn column) {
        Optional<ModelField> field = group.field(column.field);
        if (field.isEmpty()) {
            step(DdlAction.ACTION_NO_OP);
            return;
        }
        release(field.get());
        if (!group.bound(field.get()).isEmpty()) {
            step(DdlAction.ACTION_DEFER);
        } else {
            boolean stays = group.retain || manner == Manner.SHARD_ONLY;
            field.get().dropWanted = !stays;
            step(stays ? DdlAction.ACTION_RETAIN : DdlAction.ACTION_EXECUTE);
        }
    }

    private void release(ModelField field) {
        field.dropWanted = true;
        shard.released.add(field.id);
    }

    private void sweep() {
        if (manner != Manner.SHARD_ONLY) {
            sweep(group);
        }
    }

    /** Fields that a shard dropped and none has go, and names that are free are given to those that wait for them. */
    static void sweep(ModelGroup group) {
        for (ModelField field : List.copyOf(group.fields)) {
            if (!group.retain && field.dropWanted && group.bound(field).isEmpty() && group.fields.size() > 1) {
                group.fields.remove(field);
                group.shards.values().forEach(shard -> shard.released.remove(field.id));
            }
        }
        group.fields.stream()
                .filter(heir -> !heir.wanted.isEmpty())
                .filter(heir -> group.called(heir.wanted).isEmpty())
                .min(Comparator.comparingInt(heir -> heir.generation))
                .ifPresent(heir -> {
                    inherit(heir);
                    sweep(group);
                });
    }

    private static void inherit(ModelField heir) {
        String name = heir.wanted;
        heir.wanted = "";
        heir.generation = 0;
        heir.rename(name);
    }

    private void rename(ModelShard before, List<RenamedColumn> renames) {
        Set<RenamedColumn> begun = new HashSet<>();
        renames.forEach(rename -> rename(before, rename, renames, begun));
    }

    /** One of several: after the one whose name it takes, unless that one waits for it in turn. */
    private void rename(
            ModelShard before, RenamedColumn rename, List<RenamedColumn> renames, Set<RenamedColumn> begun) {
        if (!begun.add(rename)) {
            return;
        }
        ModelColumn column = shard.column(rename.getNewName()).orElseThrow();
        Optional<ModelField> field = group.field(column.field);
        if (field.isEmpty()) {
            step(DdlAction.ACTION_NO_OP);
            return;
        }
        renames.stream()
                .filter(other -> namesake(column, field.get())
                        .filter(taken ->
                                taken.id == shard.column(other.getNewName()).orElseThrow().field)
                        .isPresent())
                .forEach(other -> rename(before, other, renames, begun));
        Set<Integer> moving = renames.stream()
                .map(other -> shard.column(other.getNewName()).orElseThrow().field)
                .collect(Collectors.toSet());
        if (clash.isEmpty()) {
            rename(column, field.get(), before.column(rename.getPath(0)).orElseThrow().name, moving);
        }
    }

    private Optional<ModelField> namesake(ModelColumn column, ModelField field) {
        return group.fields.stream()
                .filter(other -> other != field && (other.isCalled(column.name) || other.isToBeCalled(column.name)))
                .findFirst();
    }

    private void rename(ModelColumn column, ModelField field, String from, Set<Integer> moving) {
        Optional<ModelField> namesake = namesake(column, field);
        boolean normal = manner == Manner.NORMAL || manner == Manner.BARRIER;
        if (namesake.isPresent() && shard.boundTo(namesake.get()).isEmpty() && normal) {
            conflict(DdlConflictKind.CONFLICT_NAME_COLLISION);
        } else if (namesake.isPresent() && moving.contains(namesake.get().id)) {
            step(DdlAction.ACTION_SKIP);
        } else if (field.isCalled(column.name)) {
            step(DdlAction.ACTION_SKIP);
        } else if (namesake.isPresent()) {
            step(DdlAction.ACTION_SKIP);
            warnings.add("NAME_DIVERGED");
        } else if (!(field.isCalled(from) || field.isToBeCalled(from)) || manner == Manner.SHARD_ONLY) {
            step(DdlAction.ACTION_SKIP);
            warnings.add("NAME_DIVERGED");
        } else {
            field.rename(column.name);
            field.wanted = "";
            field.generation = 0;
            step(DdlAction.ACTION_EXECUTE);
        }
    }

    private void retype(ModelColumn before) {
        ModelColumn column = shard.column(before.name).orElseThrow();
        Optional<ModelField> field = group.field(column.field);
        if (before.type.equals(column.type)) {
            step(DdlAction.ACTION_NO_OP);
        } else if (field.isEmpty()) {
            step(DdlAction.ACTION_NO_OP);
        } else {
            retype(column, field.get());
        }
    }

    private void retype(ModelColumn column, ModelField field) {
        Optional<String> common = ModelTypes.common(field.type, column.type);
        if (common.isPresent()) {
            bindTo(column, field);
            return;
        }
        Optional<ModelField> other = group.fields.stream()
                .filter(one -> one != field && shard.boundTo(one).isEmpty())
                .filter(one -> one.isCalled(column.name) || one.isToBeCalled(column.name))
                .filter(one -> ModelTypes.common(one.type, column.type).isPresent())
                .min(Comparator.comparingInt(one -> one.generation));
        if (other.isPresent()) {
            release(field);
            bindTo(column, other.get());
            warnings.add("LOSSY");
        } else if (manner == Manner.NEW_FIELD) {
            release(field);
            createBeside(column, Optional.empty()).comment = field.comment;
            warnings.add("LOSSY");
        } else if (manner.skips()) {
            castTo(column, field);
        } else {
            conflict(DdlConflictKind.CONFLICT_TYPE);
        }
    }

    private void loosen(ModelColumn before) {
        ModelColumn column = shard.column(before.name).orElseThrow();
        if (before.required == column.required) {
            step(DdlAction.ACTION_NO_OP);
        } else {
            step(DdlAction.ACTION_SKIP);
        }
    }

    private void setDefault(ModelColumn column) {
        Optional<ModelField> field = group.field(column.field);
        if (field.isEmpty()) {
            step(DdlAction.ACTION_NO_OP);
            return;
        }
        boolean agree = group.bound(field.get()).stream()
                .allMatch(one -> value(one.boundTo(field.get()).orElseThrow(), field.get())
                        .equals(value(column, field.get())));
        Optional<String> stored = column.literal().flatMap(text -> ModelTypes.constant(field.get().type, text));
        if (column.literal().isPresent() && stored.isEmpty()) {
            step(DdlAction.ACTION_SKIP);
            warnings.add("DEFAULT_NOT_STORED");
        } else if (!agree) {
            step(DdlAction.ACTION_SKIP);
            warnings.add("DEFAULT_DIVERGED");
        } else if (group.format >= 3 && !field.get().written.equals(stored) && manner != Manner.SHARD_ONLY) {
            field.get().written = stored;
            step(DdlAction.ACTION_EXECUTE);
        } else {
            step(DdlAction.ACTION_SKIP);
        }
    }

    private static Optional<String> value(ModelColumn column, ModelField field) {
        return column.literal()
                .map(text -> ModelTypes.constant(field.type, text).orElse(text));
    }

    /** The table has no primary key, and its columns are never required: it never gets one. */
    private void identify() {
        boolean stored = shard.identifier.orElse(List.of()).stream()
                .anyMatch(name -> shard.column(name).orElseThrow().field != 0);
        if (!stored) {
            step(DdlAction.ACTION_SKIP);
        } else if (manner != Manner.NORMAL) {
            step(DdlAction.ACTION_SKIP);
            warnings.add("IDENTIFIER_NOT_STORED");
        } else {
            conflict(DdlConflictKind.CONFLICT_IDENTIFIER);
        }
    }
}
