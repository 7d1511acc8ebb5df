package io.ams.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.AddColumn;
import io.ams.proto.ChangeComment;
import io.ams.proto.ChangeDefault;
import io.ams.proto.ChangeIdentifier;
import io.ams.proto.ChangeNullability;
import io.ams.proto.ChangeType;
import io.ams.proto.ColumnDefault;
import io.ams.proto.ColumnPath;
import io.ams.proto.DropColumn;
import io.ams.proto.Identifier;
import io.ams.proto.NoEffect;
import io.ams.proto.RenameColumns;
import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.Truncate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FingerprintsTest {
    /** Some that could be taken for something else if they were not put in quotes. */
    private static final List<String> NAMES = List.of(
            "a",
            "b",
            "null",
            "not",
            "drop",
            "to",
            "a.b",
            "a b",
            "a, b",
            "a\"",
            "\\",
            "a; drop b",
            "not null",
            "\u00e4");

    private static final List<String> WORDS = List.of("", "x", "null", "'", "\\'", "x' default 'y", "'; drop a");

    private final SplittableRandom random = new SplittableRandom(6);

    private <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private List<String> path() {
        return random.nextInt(4) == 0 ? List.of(of(NAMES), of(NAMES)) : List.of(of(NAMES));
    }

    private ColumnDefault value() {
        return switch (random.nextInt(5)) {
            case 0 -> ColumnDefault.newBuilder().setComputed(true).build();
            case 1 -> ColumnDefault.newBuilder().setGenerated(true).build();
            default -> ColumnDefault.newBuilder().setLiteral(of(WORDS)).build();
        };
    }

    private AddColumn add() {
        RandomSchemas schemas = new RandomSchemas(random);
        AddColumn.Builder add = AddColumn.newBuilder().setColumn(schemas.column(of(NAMES), 2));
        if (random.nextInt(3) == 0) {
            add.addAllParent(path());
        }
        if (random.nextInt(3) == 0) {
            add.setExisting(ColumnDefault.newBuilder().setComputed(true));
        }
        return add.build();
    }

    private ChangeType type() {
        ShardColumn column = new RandomSchemas(random).column("x", 2);
        return ChangeType.newBuilder()
                .addAllPath(path())
                .setType(column.getType())
                .addAllChildren(column.getChildrenList())
                .build();
    }

    private SchemaChange change() {
        SchemaChange.Builder change = SchemaChange.newBuilder();
        switch (random.nextInt(10)) {
            case 0 -> change.setAdd(add());
            case 1 -> change.setDrop(DropColumn.newBuilder().addAllPath(path()));
            case 2 ->
                change.setRename(RenameColumns.newBuilder()
                        .addColumns(
                                RenamedColumn.newBuilder().addAllPath(path()).setNewName(of(NAMES))));
            case 3 -> change.setType(type());
            case 4 ->
                change.setNullability(
                        ChangeNullability.newBuilder().addAllPath(path()).setRequired(random.nextBoolean()));
            case 5 ->
                change.setDefault(ChangeDefault.newBuilder().addAllPath(path()).setDefault(value()));
            case 6 ->
                change.setComment(ChangeComment.newBuilder().addAllPath(path()).setComment(of(WORDS)));
            case 7 ->
                change.setIdentifier(ChangeIdentifier.newBuilder()
                        .setIdentifier(Identifier.newBuilder()
                                .addColumns(ColumnPath.newBuilder().addAllNames(path()))
                                .addColumns(ColumnPath.newBuilder().addAllNames(path()))));
            case 8 -> change.setNoEffect(NoEffect.newBuilder().setWhat(of(WORDS)));
            default -> change.setTruncate(Truncate.getDefaultInstance());
        }
        return change.build();
    }

    @Test
    void differentChangesHaveDifferentTexts() {
        Map<String, List<SchemaChange>> byText = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            List<SchemaChange> changes = new ArrayList<>();
            for (int count = random.nextInt(1, 3); count > 0; count--) {
                changes.add(change());
            }
            List<SchemaChange> known = byText.putIfAbsent(Fingerprints.ofAll(changes), changes);
            if (known != null && !known.equals(changes)) {
                throw new AssertionError(Fingerprints.ofAll(changes) + "\n is both\n" + known + "\n and\n" + changes);
            }
        }
        assertThat(byText).hasSizeGreaterThan(20_000);
    }

    @Test
    void whatTheTargetDoesNotKnowAndHowItWasWordedMakesNoDifference() {
        AddColumn.Builder plain = AddColumn.newBuilder()
                .setColumn(ShardColumn.newBuilder().setName("Price").setType("decimal( 5, 2 )"));
        SchemaChange one = SchemaChange.newBuilder().setAdd(plain).build();
        SchemaChange other = SchemaChange.newBuilder()
                .setAdd(plain.clone()
                        .setIfAbsent(true)
                        .setComment("in euro")
                        .setColumn(ShardColumn.newBuilder().setName("price").setType("decimal(5,2)")))
                .build();
        SchemaChange index = SchemaChange.newBuilder()
                .setNoEffect(NoEffect.newBuilder().setWhat("index"))
                .build();

        assertThat(Fingerprints.ofEffect(List.of(one))).isEqualTo("add price decimal(5,2)");
        assertThat(Fingerprints.ofEffect(List.of(index, other, index))).isEqualTo("add price decimal(5,2)");
        assertThat(Fingerprints.ofEffect(List.of(index))).isEmpty();
        assertThat(Fingerprints.ofAll(List.of(index))).isNotEmpty();
    }

    @Test
    void oneValueInTwoSpellingsIsOneDefault() {
        assertThat(Fingerprints.ofEffect(List.of(withDefault("1"))))
                .isEqualTo(Fingerprints.ofEffect(List.of(withDefault("1.0"))));
        assertThat(Fingerprints.ofEffect(List.of(withDefault("1"))))
                .isNotEqualTo(Fingerprints.ofEffect(List.of(withDefault("1.01"))));
    }

    private static SchemaChange withDefault(String literal) {
        return SchemaChange.newBuilder()
                .setAdd(AddColumn.newBuilder()
                        .setColumn(ShardColumn.newBuilder()
                                .setName("c")
                                .setType("decimal(5,2)")
                                .setDefault(ColumnDefault.newBuilder().setLiteral(literal))))
                .build();
    }
}
