package io.ams.web.ddl.mysql;

import io.ams.proto.ChangeIdentifier;
import io.ams.proto.ColumnPath;
import io.ams.proto.DropColumn;
import io.ams.proto.Identifier;
import io.ams.proto.NoEffect;
import io.ams.proto.RenameColumns;
import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one ALTER TABLE. MySQL makes them all at once, each in terms of the table as it was; here they become changes that are
 * made one after the other and come to the same. They keep the order of the text unless a name that goes is also one that comes.
 */
final class ChangeList {
    /** In this order no change meets a name of another one, whatever the names. */
    private enum Phase {
        DROP,
        RENAME,
        ALTER,
        ADD,
        NOTHING
    }

    /** One change; an added column is finished when the primary key is known. */
    private record Entry(
            Phase phase,
            @Nullable SchemaChange change,
            @Nullable ColumnText added,
            boolean ifAbsent) {
        static Entry of(Phase phase, SchemaChange change) {
            return new Entry(phase, change, null, false);
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    private final RenameColumns.Builder renames = RenameColumns.newBuilder();
    private final Set<String> touched = new HashSet<>();
    private final Set<String> going = new HashSet<>();
    private final Set<String> coming = new HashSet<>();
    private boolean keyDropped;
    private @Nullable List<String> key;

    void add(ColumnText column, boolean ifAbsent) {
        if (column.isVirtual()) {
            nothing("virtual column " + column.name());
            return;
        }
        comes(column.name());
        entries.add(new Entry(Phase.ADD, null, column, ifAbsent));
        if (column.primaryKey()) {
            addKey(List.of(column.name()));
        }
    }

    void drop(String column, boolean ifPresent) {
        touch(column);
        going.add(Names.folded(column));
        DropColumn drop =
                DropColumn.newBuilder().addPath(column).setIfPresent(ifPresent).build();
        entries.add(Entry.of(Phase.DROP, SchemaChange.newBuilder().setDrop(drop).build()));
    }

    /** All renames are one change, where the first of them stands: they may swap names. */
    void rename(String from, String to) {
        touch(from);
        going.add(Names.folded(from));
        comes(to);
        if (renames.getColumnsCount() == 0) {
            entries.add(new Entry(Phase.RENAME, null, null, false));
        }
        renames.addColumns(RenamedColumn.newBuilder().addPath(from).setNewName(to));
    }

    /** Notes that a part of the statement is about a column that is there. */
    void touch(String column) {
        if (!touched.add(Names.folded(column))) {
            throw new NotUnderstoodException(
                    "column " + column,
                    "two parts of the statement change it, and which comes first is not said",
                    NotUnderstoodException.USE_CHANGES);
        }
    }

    /** Adds a change of a column, by the name that it has after the renames. */
    void alter(SchemaChange change) {
        entries.add(Entry.of(Phase.ALTER, change));
    }

    void nothing(String what) {
        NoEffect nothing = NoEffect.newBuilder().setWhat(what).build();
        entries.add(Entry.of(
                Phase.NOTHING, SchemaChange.newBuilder().setNoEffect(nothing).build()));
    }

    void addKey(List<String> columns) {
        if (key != null) {
            throw new NotUnderstoodException(
                    "the primary key", "the statement gives two", NotUnderstoodException.CHECK_TEXT);
        }
        key = List.copyOf(columns);
    }

    void dropKey() {
        keyDropped = true;
    }

    private void comes(String column) {
        if (!coming.add(Names.folded(column))) {
            throw new NotUnderstoodException(
                    "column " + column, "the statement makes two of that name", NotUnderstoodException.CHECK_TEXT);
        }
    }

    /** The changes to be made one after the other; the primary key last, because it is in terms of the columns that there are then. */
    List<SchemaChange> inOrder() {
        List<Entry> ordered = new ArrayList<>(entries);
        if (coming.stream().anyMatch(going::contains)) {
            ordered.sort(Comparator.comparing(Entry::phase));
        }
        List<SchemaChange> changes = new ArrayList<>();
        for (Entry entry : ordered) {
            changes.add(finished(entry));
        }
        if (key != null || keyDropped) {
            Identifier identifier = identifier(key == null ? List.of() : spelled(key));
            changes.add(SchemaChange.newBuilder()
                    .setIdentifier(ChangeIdentifier.newBuilder().setIdentifier(identifier))
                    .build());
        }
        return changes;
    }

    private SchemaChange finished(Entry entry) {
        if (entry.change() != null) {
            return entry.change();
        }
        ColumnText column = entry.added();
        if (column == null) {
            return SchemaChange.newBuilder().setRename(renames).build();
        }
        boolean inKey =
                key != null && key.stream().anyMatch(name -> Names.folded(name).equals(Names.folded(column.name())));
        return SchemaChange.newBuilder()
                .setAdd((inKey ? column.asRequired() : column).added(entry.ifAbsent()))
                .build();
    }

    /** The key's columns as their definitions spell them, where the statement has those. */
    private List<String> spelled(List<String> columns) {
        return columns.stream()
                .map(name -> entries.stream()
                        .map(Entry::added)
                        .filter(added ->
                                added != null && Names.folded(added.name()).equals(Names.folded(name)))
                        .map(added -> added == null ? name : added.name())
                        .findFirst()
                        .orElse(name))
                .toList();
    }

    static Identifier identifier(List<String> columns) {
        Identifier.Builder identifier = Identifier.newBuilder();
        columns.forEach(column -> identifier.addColumns(ColumnPath.newBuilder().addNames(column)));
        return identifier.build();
    }
}
