package io.ams.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.AddColumn;
import io.ams.proto.ChangeType;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DropColumn;
import io.ams.proto.RenameColumns;
import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import io.ams.proto.TargetShape;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The widest schemas cost the apply thread little: work grows with the columns and not with their square, which was ten seconds and more
 * for each of these.
 */
class WideSchemasTest {
    private static final int COLUMNS = ShardSchemas.MAX_COLUMNS / 2 - 10;

    /** Processor time of this thread, which the machine's other work does not add to; ten times what it takes when it is cold. */
    private static final Duration MOST = Duration.ofSeconds(3);

    private TargetShape target = TargetShape.newBuilder().setFormatVersion(3).build();

    private static ShardColumn column(String name) {
        return ShardColumn.newBuilder().setName(name).setType("int").build();
    }

    private static List<ShardColumn> columns(String prefix) {
        return IntStream.range(0, COLUMNS).mapToObj(i -> column(prefix + i)).toList();
    }

    private static ShardSchema flat(String prefix) {
        return ShardSchema.newBuilder().addAllColumns(columns(prefix)).build();
    }

    private static ShardSchema nested(String prefix) {
        return ShardSchema.newBuilder()
                .addColumns(
                        ShardColumn.newBuilder().setName("s").setType("struct").addAllChildren(columns(prefix)))
                .build();
    }

    private static SchemaChange add(ShardColumn column, String... inside) {
        return SchemaChange.newBuilder()
                .setAdd(AddColumn.newBuilder().addAllParent(List.of(inside)).setColumn(column))
                .build();
    }

    private static SchemaChange drop(ShardColumn column) {
        return SchemaChange.newBuilder()
                .setDrop(DropColumn.newBuilder().addPath(column.getName()))
                .build();
    }

    private static SchemaChange renameAll(String from, String to) {
        RenameColumns.Builder rename = RenameColumns.newBuilder();
        for (int i = 0; i < COLUMNS; i++) {
            rename.addColumns(RenamedColumn.newBuilder().addPath(from + i).setNewName(to + i));
        }
        return SchemaChange.newBuilder().setRename(rename).build();
    }

    /** A shard joins, and the target keeps what comes of it. */
    private ShardSchema join(ShardSchema schema) {
        return inTime("join", () -> {
            TargetDraft draft = TargetDraft.of(target);
            ShardDraft shard = ShardDraft.of(schema);
            Merge merge =
                    new Merge(draft, shard, List.of(), DdlPolicies.getDefaultInstance(), Manner.INITIAL).binding();
            return kept(draft, shard, merge);
        });
    }

    /** A shard announces, and the target keeps what comes of it. */
    private ShardSchema announce(String what, ShardSchema schema, List<SchemaChange> changes) {
        return announce(what, schema, changes, Manner.ANNOUNCED);
    }

    private ShardSchema announce(String what, ShardSchema schema, List<SchemaChange> changes, Manner manner) {
        return inTime(what, () -> {
            TargetDraft draft = TargetDraft.of(target);
            ShardDraft shard = ShardDraft.of(schema);
            Merge merge = new Merge(draft, shard, List.of(), DdlPolicies.getDefaultInstance(), manner);
            assertThat(merge.changes(changes).<String>fold(valid -> "", complaint -> complaint))
                    .isEmpty();
            return kept(draft, shard, merge);
        });
    }

    private ShardSchema kept(TargetDraft draft, ShardDraft shard, Merge merge) {
        assertThat(merge.clash()).isEmpty();
        target = draft.toMessage();
        return shard.toMessage();
    }

    private static ShardSchema inTime(String what, Supplier<ShardSchema> work) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        ShardSchema done = work.get();
        Duration taken = Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before);
        assertThat(taken).as(what).isLessThan(MOST);
        return done;
    }

    @Test
    void columnsSideBySide() {
        ShardSchema first = join(flat("c"));
        join(flat("C"));
        first = announce("rename", first, List.of(renameAll("c", "renamed")));
        List<ShardColumn> more = columns("more");
        first = announce("add", first, more.stream().map(column -> add(column)).toList());
        first = announce("drop", first, more.stream().map(WideSchemasTest::drop).toList());
        announce(
                "drop what others have",
                first,
                columns("renamed").stream().skip(1).map(WideSchemasTest::drop).toList());
        assertThat(target.getFieldsCount()).isEqualTo(COLUMNS);
    }

    @Test
    void columnsInsideAStruct() {
        ShardSchema first = join(nested("c"));
        join(nested("C"));
        first = announce(
                "add inside",
                first,
                columns("more").stream().map(column -> add(column, "s")).toList());
        announce(
                "another type",
                first,
                List.of(SchemaChange.newBuilder()
                        .setType(ChangeType.newBuilder()
                                .addPath("s")
                                .setType("struct")
                                .addAllChildren(columns("c")))
                        .build()));
        assertThat(target.getFields(0).getChildrenCount()).isEqualTo(COLUMNS);
    }

    @Test
    void columnsWithDotsInTheirNames() {
        ShardSchema first = join(flat("a.c"));
        announce(
                "add",
                first,
                columns("a.b.").stream().map(column -> add(column)).toList());
        assertThat(target.getFieldsCount()).isEqualTo(2 * COLUMNS);
    }

    @Test
    void fieldsThatSeveralNamesLeadTo() {
        ShardSchema first = join(flat("c"));
        first = announce("rotate", first, List.of(rotate()));
        announce("rotate again", first, List.of(rotate()));
        join(flat("C"));
        assertThat(target.getFieldsCount()).isEqualTo(COLUMNS);
    }

    private static SchemaChange rotate() {
        RenameColumns.Builder rename = RenameColumns.newBuilder();
        for (int i = 0; i < COLUMNS; i++) {
            rename.addColumns(RenamedColumn.newBuilder().addPath("c" + i).setNewName("c" + (i + 1) % COLUMNS));
        }
        return SchemaChange.newBuilder().setRename(rename).build();
    }

    @Test
    void typesThatAnotherShardChangedBefore() {
        ShardSchema first = join(flat("c"));
        ShardSchema second = join(flat("c"));
        List<SchemaChange> texts = columns("c").stream()
                .map(column -> SchemaChange.newBuilder()
                        .setType(ChangeType.newBuilder()
                                .addPath(column.getName())
                                .setType("string"))
                        .build())
                .toList();
        announce("another type", first, texts, Manner.ANNOUNCED.on(Manner.OnConflict.NEW_FIELD));
        announce("over to it", second, texts);
        assertThat(target.getFieldsCount())
                .as("the old ones went with the second")
                .isEqualTo(COLUMNS);
        assertThat(target.getFields(0).getName()).isEqualTo("c0");
    }

    @Test
    void widerThanASchemaMayBe() {
        ShardSchema full = ShardSchema.newBuilder()
                .addAllColumns(columns("c"))
                .addAllColumns(columns("d"))
                .build();
        List<SchemaChange> changes =
                columns("more").stream().limit(21).map(column -> add(column)).toList();
        assertThat(ShardDraft.of(full)
                        .changed(changes.subList(0, 20))
                        .<String>fold(valid -> "", complaint -> complaint))
                .isEmpty();
        assertThat(ShardDraft.of(full).changed(changes).<String>fold(valid -> "", complaint -> complaint))
                .contains("10001 columns", "at most 10000");
        Merge merge = new Merge(
                TargetDraft.of(target),
                ShardDraft.of(full),
                List.of(),
                DdlPolicies.getDefaultInstance(),
                Manner.INITIAL);
        assertThat(merge.changes(changes).<String>fold(valid -> "", complaint -> complaint))
                .contains("10001 columns");
    }

    @Test
    void differences() {
        inTime("difference", () -> {
            assertThat(SchemaDiff.between(flat("a"), flat("b"))).hasSize(2 * COLUMNS);
            assertThat(Bindings.of(TargetDraft.of(target), ShardDraft.of(flat("a")))
                            .columns())
                    .hasSize(COLUMNS);
            return flat("a");
        });
    }
}
