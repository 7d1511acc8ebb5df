package io.ams.ddl;

import io.ams.proto.FieldUse;
import io.ams.proto.Tally;
import io.ams.proto.TargetField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A field of the target while it is being changed, with what the group knows of it; not for several threads.
 *
 * <p>Kept as the message that it is stored as: of hundreds of fields a command changes one, and the others cost nothing.
 */
final class TargetNode {
    private final @Nullable TargetNode parent;
    private final List<TargetNode> children;
    /** All but the children, which count as of {@link #toMessage}. */
    private TargetField field;
    /** What {@link #field} spells. */
    private ColumnType type;

    TargetNode(int id, @Nullable TargetNode parent, String name, ColumnType type) {
        this(
                parent,
                TargetField.newBuilder()
                        .setId(id)
                        .setName(name)
                        .setType(type.toString())
                        .build(),
                type);
    }

    private TargetNode(@Nullable TargetNode parent, TargetField field, ColumnType type) {
        this.parent = parent;
        this.children = new ArrayList<>(field.getChildrenCount());
        this.field = field;
        this.type = type;
    }

    static TargetNode of(@Nullable TargetNode parent, TargetField field) {
        ColumnType type = ColumnType.parse(field.getType()).orElseThrow();
        String spelling = type.toString();
        TargetNode node = new TargetNode(
                parent,
                field.getType().equals(spelling)
                        ? field
                        : field.toBuilder().setType(spelling).build(),
                type);
        for (TargetField child : field.getChildrenList()) {
            node.children.add(of(node, child));
        }
        return node;
    }

    /** The message that {@link #of} reads; the shape alone, or with what the group knows. */
    TargetField toMessage(boolean withUse) {
        List<TargetField> inside = children.isEmpty() ? List.of() : new ArrayList<>(children.size());
        for (TargetNode child : children) {
            inside.add(child.toMessage(withUse));
        }
        if (withUse == field.hasUse() && inside.equals(field.getChildrenList())) {
            return field;
        }
        TargetField.Builder message = field.toBuilder().clearChildren().addAllChildren(inside);
        return withUse
                ? message.setUse(field.getUse()).build()
                : message.clearUse().build();
    }

    /** Whether the message says of it, and of all inside it, what {@link #toMessage} would, leaving out what the group knows. */
    boolean hasShapeOf(TargetField message) {
        boolean same = children.size() == message.getChildrenCount() && isAlike(message);
        for (int i = 0; same && i < children.size(); i++) {
            same = children.get(i).hasShapeOf(message.getChildren(i));
        }
        return same;
    }

    private boolean isAlike(TargetField message) {
        return field.getId() == message.getId()
                && field.getRequired() == message.getRequired()
                && field.getName().equals(message.getName())
                && field.getDoc().equals(message.getDoc())
                && field.getType().equals(message.getType())
                && initialDefault().equals(initialDefault(message))
                && writeDefault().equals(writeDefault(message));
    }

    private static Optional<String> initialDefault(TargetField field) {
        return field.hasInitialDefault() ? Optional.of(field.getInitialDefault()) : Optional.empty();
    }

    private static Optional<String> writeDefault(TargetField field) {
        return field.hasWriteDefault() ? Optional.of(field.getWriteDefault()) : Optional.empty();
    }

    private FieldUse use() {
        return field.getUse();
    }

    private void change(UnaryOperator<TargetField.Builder> change) {
        field = change.apply(field.toBuilder()).build();
    }

    private void changeUse(UnaryOperator<FieldUse.Builder> change) {
        FieldUse changed = change.apply(use().toBuilder()).build();
        change(builder -> builder.setUse(changed));
    }

    private void setNames(List<Tally> names) {
        changeUse(use -> use.clearNames().addAllNames(names));
    }

    private void setDefaults(List<Tally> defaults) {
        changeUse(use -> use.clearDefaults().addAllDefaults(defaults));
    }

    /** Takes over what the group knows of the field from a reading of it before the table was changed by others. */
    void keepUseOf(TargetNode before) {
        change(builder -> builder.setUse(before.use()));
        if (!NameKeys.same(before.name(), name())) {
            addFormerName(before.name());
            // The name that somebody gave it is the one it is to have.
            want("", 0);
            setNames(Tallies.with(
                    Tallies.plus(use().getNamesList(), NameKeys.of(before.name()), before.callersByName()),
                    NameKeys.of(name()),
                    0));
        }
    }

    int id() {
        return field.getId();
    }

    Optional<TargetNode> parent() {
        return Optional.ofNullable(parent);
    }

    List<TargetNode> children() {
        return children;
    }

    /** Whether it is the part of a list or map: such a one has no others beside it. */
    boolean isPart() {
        return parent != null && parent.type.kind() != ColumnType.Kind.STRUCT;
    }

    /** Whether it is the key of a map, or inside one: such a one never changes. */
    boolean isInKey() {
        boolean key = parent != null && parent.type.kind() == ColumnType.Kind.MAP && parent.children.get(0) == this;
        return key || (parent != null && parent.isInKey());
    }

    String name() {
        return field.getName();
    }

    /** The names from the top down to this field. */
    List<String> path() {
        List<String> path = parent == null ? new ArrayList<>() : parent.path();
        path.add(name());
        return path;
    }

    /**
     * Gives it another name. Shards that go by the old one, and by the new one, are counted over. Only for
     * {@link TargetDraft#rename}, which must hear of the name that becomes free.
     */
    void rename(String to) {
        String before = name();
        if (!NameKeys.same(before, to)) {
            int byOldName = callersByName();
            addFormerName(before);
            List<Tally> names = use().getNamesList();
            if (byOldName > 0) {
                names = Tallies.with(names, NameKeys.of(before), byOldName);
            }
            setNames(Tallies.with(names, NameKeys.of(to), 0));
        }
        change(builder -> builder.setName(to));
    }

    private void addFormerName(String former) {
        if (!wasNamed(former)) {
            changeUse(use -> use.addFormerNames(former));
        }
    }

    private boolean wasNamed(String asked) {
        // Asked for every pair of a shard's columns and the target's fields: no streams here.
        List<String> formerNames = use().getFormerNamesList();
        for (int i = 0; i < formerNames.size(); i++) {
            if (NameKeys.same(formerNames.get(i), asked)) {
                return true;
            }
        }
        return false;
    }

    /** How many shards call it by its name. */
    private int callersByName() {
        return bound() - Tallies.total(use().getNamesList());
    }

    /** How many shards call it so. */
    int callers(String by) {
        return NameKeys.same(by, name()) ? callersByName() : Tallies.of(use().getNamesList(), NameKeys.of(by));
    }

    /** Whether it is, was or is to be called so, by the target or by a shard. */
    boolean answersTo(String asked) {
        return NameKeys.same(name(), asked) || NameKeys.same(wantedName(), asked) || answeredTo(asked);
    }

    /** The names for which {@link #answersTo} says yes. */
    Set<String> answeredNames() {
        Set<String> answered = new TreeSet<>(use().getFormerNamesList());
        use().getNamesList().forEach(tally -> answered.add(tally.getValue()));
        answered.add(name());
        if (!wantedName().isEmpty()) {
            answered.add(wantedName());
        }
        return answered;
    }

    /** Whether shards call it so though the target does not, or the target did. */
    boolean answeredTo(String asked) {
        return wasNamed(asked)
                || (use().getNamesCount() > 0 && Tallies.of(use().getNamesList(), NameKeys.of(asked)) > 0);
    }

    ColumnType type() {
        return type;
    }

    /** Gives it a type that it can be promoted to; its constants become constants of that type. */
    void retype(ColumnType to) {
        if (type.kind() == ColumnType.Kind.DATE && to.kind() != ColumnType.Kind.DATE) {
            setInitialDefault(initialDefault().map(TargetNode::atMidnight));
            setWriteDefault(writeDefault().map(TargetNode::atMidnight));
            setFill(fill().map(TargetNode::atMidnight));
        }
        type = to;
        change(builder -> builder.setType(to.toString()));
    }

    /** Whether its constants are values of that type too. */
    boolean canBecome(ColumnType to) {
        return Stream.of(initialDefault(), writeDefault(), fill())
                .flatMap(Optional::stream)
                .allMatch(constant -> Literals.as(type, to, constant).isPresent());
    }

    private static String atMidnight(String date) {
        return date + "T00:00:00";
    }

    boolean isRequired() {
        return field.getRequired();
    }

    void setRequired(boolean to) {
        change(builder -> builder.setRequired(to));
    }

    void setDoc(String to) {
        change(builder -> builder.setDoc(to));
    }

    String doc() {
        return field.getDoc();
    }

    Optional<String> initialDefault() {
        return initialDefault(field);
    }

    void setInitialDefault(Optional<String> to) {
        change(builder -> to.map(builder::setInitialDefault).orElseGet(builder::clearInitialDefault));
    }

    Optional<String> writeDefault() {
        return writeDefault(field);
    }

    void setWriteDefault(Optional<String> to) {
        change(builder -> to.map(builder::setWriteDefault).orElseGet(builder::clearWriteDefault));
    }

    /** What a shard that lacks the column writes; empty for NULL. */
    Optional<String> fill() {
        return use().hasFill() ? Optional.of(use().getFill()) : Optional.empty();
    }

    void setFill(Optional<String> to) {
        changeUse(use -> to.map(use::setFill).orElseGet(use::clearFill));
    }

    /** How many shards have it. */
    int bound() {
        return use().getBound();
    }

    /** One more shard has it, by this name and with this default. */
    void bind(String by, Optional<String> literal) {
        changeUse(use -> use.setBound(use.getBound() + 1));
        callDifferently(name(), by);
        defaultDifferently(Optional.empty(), literal);
    }

    /** One shard less has it. */
    void release(String by, Optional<String> literal) {
        changeUse(use -> use.setBound(use.getBound() - 1));
        callDifferently(by, name());
        defaultDifferently(literal, Optional.empty());
    }

    /** A shard that has it calls it by another name now. */
    void callDifferently(String before, String now) {
        if (!NameKeys.same(before, name())) {
            setNames(Tallies.plus(use().getNamesList(), NameKeys.of(before), -1));
        }
        if (!NameKeys.same(now, name())) {
            setNames(Tallies.plus(use().getNamesList(), NameKeys.of(now), 1));
        }
    }

    /** A shard that has it has another default now. */
    void defaultDifferently(Optional<String> before, Optional<String> now) {
        before.ifPresent(value -> setDefaults(Tallies.plus(use().getDefaultsList(), value, -1)));
        now.ifPresent(value -> setDefaults(Tallies.plus(use().getDefaultsList(), value, 1)));
    }

    /** How many shards have this default, as a value of the field's type; empty counts those without one. */
    int withDefault(Optional<String> literal) {
        List<Tally> defaults = use().getDefaultsList();
        if (literal.isEmpty()) {
            return bound() - Tallies.total(defaults);
        }
        String value = asValue(literal.get());
        return defaults.stream()
                .filter(tally -> asValue(tally.getValue()).equals(value))
                .mapToInt(Tally::getCount)
                .sum();
    }

    /** The constant of a shard as the field's type spells it; as it is if that has no such value. */
    private String asValue(String constant) {
        return Literals.canonical(type, constant)
                .or(() -> Literals.as(ColumnType.of(ColumnType.Kind.DATE), type, constant))
                .orElse(constant);
    }

    /** Whether a shard that had it dropped it. */
    boolean isDropWanted() {
        return use().getDropWanted();
    }

    void setDropWanted(boolean to) {
        changeUse(use -> use.setDropWanted(to));
    }

    /** The name that it is to have when an older field is gone; empty for the one it has. */
    String wantedName() {
        return use().getWantedName();
    }

    int generation() {
        return use().getGeneration();
    }

    void want(String wanted, int ofGeneration) {
        changeUse(use -> use.setWantedName(wanted).setGeneration(ofGeneration));
    }
}
