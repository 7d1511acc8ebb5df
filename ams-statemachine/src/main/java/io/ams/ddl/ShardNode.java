package io.ams.ddl;

import io.ams.proto.ColumnDefault;
import io.ams.proto.ShardColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A column of a shard while its schema is being changed. Knows its type and what is inside it; not for several threads. */
final class ShardNode {
    private static final int UNSTORED = 0;

    private String name;
    private ColumnType type;
    private boolean required;
    private @Nullable ColumnDefault defaultValue;
    private int fieldId = UNSTORED;
    private boolean cast;
    private final List<ShardNode> children = new ArrayList<>();
    /** What it was read from. */
    private @Nullable ShardColumn source;

    private ShardNode(String name, ColumnType type, boolean required) {
        this.name = name;
        this.type = type;
        this.required = required;
    }

    /** The column that this message describes, which must have been found valid. */
    static ShardNode of(ShardColumn column) {
        ShardNode node = new ShardNode(
                column.getName(), ColumnType.parse(column.getType()).orElseThrow(), column.getRequired());
        node.defaultValue = column.hasDefault() ? column.getDefault() : null;
        node.fieldId = column.getFieldId();
        node.cast = column.getCast();
        column.getChildrenList().forEach(child -> node.children.add(of(child)));
        node.source = column;
        return node;
    }

    /** The message that {@link #of} reads. Of hundreds of columns a change touches one: the others are not built anew. */
    ShardColumn toMessage() {
        ShardColumn read = source;
        return read != null && isStill(read) ? read : newMessage();
    }

    private boolean isStill(ShardColumn read) {
        return fieldId == read.getFieldId()
                && required == read.getRequired()
                && cast == read.getCast()
                && children.isEmpty()
                && read.getChildrenCount() == 0
                && name.equals(read.getName())
                && type.toString().equals(read.getType())
                && Objects.equals(defaultValue, read.hasDefault() ? read.getDefault() : null);
    }

    private ShardColumn newMessage() {
        ShardColumn.Builder column = ShardColumn.newBuilder()
                .setName(name)
                .setType(type.toString())
                .setRequired(required)
                .setFieldId(fieldId)
                .setCast(cast);
        if (defaultValue != null) {
            column.setDefault(defaultValue);
        }
        children.forEach(child -> column.addChildren(child.toMessage()));
        return column.build();
    }

    String name() {
        return name;
    }

    void rename(String to) {
        name = to;
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
        if (literal().isPresent()) {
            defaultValue = literal()
                    .flatMap(text -> Literals.as(type, to, text))
                    .map(text -> ColumnDefault.newBuilder().setLiteral(text).build())
                    .orElse(null);
        }
        type = to;
    }

    boolean isRequired() {
        return required;
    }

    void setRequired(boolean to) {
        required = to;
    }

    /** The constant that rows take which do not name the column; empty if there is none. */
    Optional<String> literal() {
        return defaultValue != null && defaultValue.hasLiteral()
                ? Optional.of(defaultValue.getLiteral())
                : Optional.empty();
    }

    Optional<ColumnDefault> defaultValue() {
        return Optional.ofNullable(defaultValue);
    }

    void setDefault(Optional<ColumnDefault> to) {
        defaultValue = to.orElse(null);
    }

    /** The target's field that holds it. */
    int fieldId() {
        return fieldId;
    }

    boolean isStored() {
        return fieldId != UNSTORED;
    }

    void bind(int field, boolean castNeeded) {
        fieldId = field;
        cast = castNeeded;
    }

    void unbind() {
        fieldId = UNSTORED;
        cast = false;
    }

    boolean isCast() {
        return cast;
    }

    /** What is inside: the fields of a struct, "element", or "key" and "value". */
    List<ShardNode> children() {
        return children;
    }

    Optional<ShardNode> child(String childName) {
        return find(children, childName);
    }

    static Optional<ShardNode> find(List<ShardNode> columns, String name) {
        for (ShardNode column : columns) {
            if (NameKeys.same(column.name, name)) {
                return Optional.of(column);
            }
        }
        return Optional.empty();
    }

    /** Shows the column and all that is inside it, outer ones first. */
    void visit(Consumer<ShardNode> visitor) {
        visitor.accept(this);
        children.forEach(child -> child.visit(visitor));
    }
}
