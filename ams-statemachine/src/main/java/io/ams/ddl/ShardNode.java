package io.ams.ddl;

import io.ams.proto.ColumnDefault;
import io.ams.proto.ShardColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A column of a shard while its schema is being changed. Knows its type and what is inside it; not for several threads.
 *
 * <p>Kept as the message that it is stored as: of hundreds of columns a command changes one, and the others cost nothing.
 */
final class ShardNode {
    private static final int UNSTORED = 0;

    private final ShardColumns children;
    /** All but the children, which count as of {@link #toMessage}. */
    private ShardColumn column;
    /** What {@link #column} spells. */
    private ColumnType type;

    private ShardNode(ShardColumn column, ColumnType type) {
        this.children = new ShardColumns(column.getChildrenCount());
        this.column = column;
        this.type = type;
    }

    /** The column that this message describes, which must have been found valid. */
    static ShardNode of(ShardColumn column) {
        ColumnType type = ColumnType.parse(column.getType()).orElseThrow();
        String spelling = type.toString();
        ShardNode node = new ShardNode(
                column.getType().equals(spelling)
                        ? column
                        : column.toBuilder().setType(spelling).build(),
                type);
        for (ShardColumn child : column.getChildrenList()) {
            node.children.add(of(child));
        }
        return node;
    }

    /** The message that {@link #of} reads. */
    ShardColumn toMessage() {
        List<ShardColumn> inside = children.isEmpty() ? List.of() : new ArrayList<>(children.size());
        for (ShardNode child : children) {
            inside.add(child.toMessage());
        }
        return inside.equals(column.getChildrenList())
                ? column
                : column.toBuilder().clearChildren().addAllChildren(inside).build();
    }

    private void change(UnaryOperator<ShardColumn.Builder> change) {
        column = change.apply(column.toBuilder()).build();
    }

    String name() {
        return column.getName();
    }

    /** Only for {@link ShardColumns#rename}: the level that the column is in must hear of it. */
    void rename(String to) {
        change(builder -> builder.setName(to));
    }

    ColumnType type() {
        return type;
    }

    /**
     * Gives it another type. Its parts go when it becomes a primitive or another kind, and its default if it is no value of the new
     * type.
     */
    void retype(ColumnType to) {
        if (to.kind() != type.kind()) {
            children.clear();
        }
        Optional<String> before = literal();
        if (before.isPresent()) {
            setDefault(before.flatMap(text -> Literals.as(type, to, text))
                    .map(text -> ColumnDefault.newBuilder().setLiteral(text).build()));
        }
        type = to;
        change(builder -> builder.setType(to.toString()));
    }

    boolean isRequired() {
        return column.getRequired();
    }

    void setRequired(boolean to) {
        change(builder -> builder.setRequired(to));
    }

    /** The constant that rows take which do not name the column; empty if there is none. */
    Optional<String> literal() {
        return column.hasDefault() && column.getDefault().hasLiteral()
                ? Optional.of(column.getDefault().getLiteral())
                : Optional.empty();
    }

    Optional<ColumnDefault> defaultValue() {
        return column.hasDefault() ? Optional.of(column.getDefault()) : Optional.empty();
    }

    void setDefault(Optional<ColumnDefault> to) {
        change(builder -> to.map(builder::setDefault).orElseGet(builder::clearDefault));
    }

    /** The target's field that holds it. */
    int fieldId() {
        return column.getFieldId();
    }

    boolean isStored() {
        return fieldId() != UNSTORED;
    }

    void bind(int field, boolean castNeeded) {
        change(builder -> builder.setFieldId(field).setCast(castNeeded));
    }

    void unbind() {
        bind(UNSTORED, false);
    }

    boolean isCast() {
        return column.getCast();
    }

    /** What is inside: the fields of a struct, "element", or "key" and "value". */
    ShardColumns children() {
        return children;
    }

    Optional<ShardNode> child(String childName) {
        return children.find(childName);
    }

    /** Shows the column and all that is inside it, outer ones first. */
    void visit(Consumer<ShardNode> visitor) {
        visitor.accept(this);
        children.forEach(child -> child.visit(visitor));
    }
}
