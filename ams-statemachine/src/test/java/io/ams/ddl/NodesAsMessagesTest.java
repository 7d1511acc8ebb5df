package io.ams.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.ColumnDefault;
import io.ams.proto.FieldUse;
import io.ams.proto.ShardColumn;
import io.ams.proto.Tally;
import io.ams.proto.TargetField;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What was not changed is the message that it was read from; each single change is seen. */
class NodesAsMessagesTest {
    private static final TargetField FIELD = TargetField.newBuilder()
            .setId(7)
            .setName("c")
            .setType("int")
            .setRequired(true)
            .setDoc("words")
            .setInitialDefault("1")
            .setWriteDefault("2")
            .setUse(FieldUse.newBuilder()
                    .setBound(5)
                    .setDropWanted(true)
                    .setWantedName("d")
                    .setGeneration(2)
                    .addFormerNames("b")
                    .addNames(tally("x", 2))
                    .addNames(tally("y", 1))
                    .addDefaults(tally("2", 1))
                    .addDefaults(tally("3", 2))
                    .setFill("9"))
            .build();

    private static final ShardColumn COLUMN = ShardColumn.newBuilder()
            .setName("c")
            .setType("int")
            .setRequired(true)
            .setDefault(ColumnDefault.newBuilder().setLiteral("1"))
            .setFieldId(7)
            .setCast(true)
            .build();

    private static Tally tally(String value, int count) {
        return Tally.newBuilder().setValue(value).setCount(count).build();
    }

    @Test
    void whatIsAsItWasReadIsNotBuiltAnew() {
        assertThat(TargetNode.of(null, FIELD).toMessage(true)).isSameAs(FIELD);
        assertThat(ShardNode.of(COLUMN).toMessage()).isSameAs(COLUMN);
    }

    @TestFactory
    List<DynamicTest> eachChangeOfAFieldIsSeen() {
        Map<String, Consumer<TargetNode>> changes = new TreeMap<>();
        changes.put("name", node -> node.rename("e"));
        changes.put("letter case of the name", node -> node.rename("C"));
        changes.put("type", node -> node.retype(ColumnType.of(ColumnType.Kind.LONG)));
        changes.put("required", node -> node.setRequired(false));
        changes.put("doc", node -> node.setDoc("other words"));
        changes.put("initial default", node -> node.setInitialDefault(Optional.of("4")));
        changes.put("no initial default", node -> node.setInitialDefault(Optional.empty()));
        changes.put("write default", node -> node.setWriteDefault(Optional.of("4")));
        changes.put("no write default", node -> node.setWriteDefault(Optional.empty()));
        changes.put("fill", node -> node.setFill(Optional.of("8")));
        changes.put("no fill", node -> node.setFill(Optional.empty()));
        changes.put("one shard more", node -> node.bind("c", Optional.empty()));
        changes.put("one shard less", node -> node.release("c", Optional.empty()));
        changes.put("another name of a shard", node -> node.callDifferently("x", "y"));
        changes.put("a new name of a shard", node -> node.callDifferently("c", "z"));
        changes.put("another default of a shard", node -> node.defaultDifferently(Optional.of("3"), Optional.of("2")));
        changes.put("drop", node -> node.setDropWanted(false));
        changes.put("wanted name", node -> node.want("f", 2));
        changes.put("generation", node -> node.want("d", 3));
        changes.put(
                "a part",
                node -> node.children().add(new TargetNode(8, node, "p", ColumnType.of(ColumnType.Kind.INT))));
        return changes.entrySet().stream()
                .map(change -> DynamicTest.dynamicTest(change.getKey(), () -> {
                    TargetNode node = TargetNode.of(null, FIELD);
                    change.getValue().accept(node);
                    TargetField message = node.toMessage(true);
                    assertThat(message).isNotEqualTo(FIELD);
                    assertThat(TargetNode.of(null, message).toMessage(true)).isEqualTo(message);
                }))
                .toList();
    }

    @TestFactory
    List<DynamicTest> eachChangeOfAColumnIsSeen() {
        Map<String, Consumer<ShardNode>> changes = new TreeMap<>();
        changes.put("name", node -> node.rename("e"));
        changes.put("type", node -> node.retype(ColumnType.of(ColumnType.Kind.LONG)));
        changes.put("required", node -> node.setRequired(false));
        changes.put("no default", node -> node.setDefault(Optional.empty()));
        changes.put(
                "default",
                node -> node.setDefault(
                        Optional.of(ColumnDefault.newBuilder().setLiteral("2").build())));
        changes.put("field", node -> node.bind(8, true));
        changes.put("cast", node -> node.bind(7, false));
        changes.put("no field", ShardNode::unbind);
        changes.put("a part", node -> node.children().add(ShardNode.of(COLUMN)));
        return changes.entrySet().stream()
                .map(change -> DynamicTest.dynamicTest(change.getKey(), () -> {
                    ShardNode node = ShardNode.of(COLUMN);
                    change.getValue().accept(node);
                    ShardColumn message = node.toMessage();
                    assertThat(message).isNotEqualTo(COLUMN);
                    assertThat(ShardNode.of(message).toMessage()).isEqualTo(message);
                }))
                .toList();
    }
}
