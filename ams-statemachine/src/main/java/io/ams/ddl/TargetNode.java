package io.ams.ddl;

import io.ams.proto.FieldUse;
import io.ams.proto.Tally;
import io.ams.proto.TargetField;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A field of the target while it is being changed, with what the group knows of it; not for several threads. */
final class TargetNode {
    private final int id;
    private final @Nullable TargetNode parent;
    private final List<TargetNode> children = new ArrayList<>();
    private String name;
    private ColumnType type;
    private boolean required;
    private String doc = "";
    private Optional<String> initialDefault = Optional.empty();
    private Optional<String> writeDefault = Optional.empty();

    private int bound;
    private boolean dropWanted;
    private String wantedName = "";
    private int generation;
    private final List<String> formerNames = new ArrayList<>();
    private final Map<String, Integer> names = new TreeMap<>();
    private final Map<String, Integer> defaults = new TreeMap<>();
    private Optional<String> fill = Optional.empty();
    /** What it was read from. */
    private @Nullable TargetField source;

    TargetNode(int id, @Nullable TargetNode parent, String name, ColumnType type) {
        this.id = id;
        this.parent = parent;
        this.name = name;
        this.type = type;
    }

    static TargetNode of(@Nullable TargetNode parent, TargetField field) {
        TargetNode node = new TargetNode(
                field.getId(),
                parent,
                field.getName(),
                ColumnType.parse(field.getType()).orElseThrow());
        node.required = field.getRequired();
        node.doc = field.getDoc();
        node.initialDefault = field.hasInitialDefault() ? Optional.of(field.getInitialDefault()) : Optional.empty();
        node.writeDefault = field.hasWriteDefault() ? Optional.of(field.getWriteDefault()) : Optional.empty();
        node.takeUse(field.getUse());
        field.getChildrenList().forEach(child -> node.children.add(of(node, child)));
        node.source = field;
        return node;
    }

    private void takeUse(FieldUse use) {
        bound = use.getBound();
        dropWanted = use.getDropWanted();
        wantedName = use.getWantedName();
        generation = use.getGeneration();
        formerNames.addAll(use.getFormerNamesList());
        use.getNamesList().forEach(tally -> names.put(tally.getValue(), tally.getCount()));
        use.getDefaultsList().forEach(tally -> defaults.put(tally.getValue(), tally.getCount()));
        fill = use.hasFill() ? Optional.of(use.getFill()) : Optional.empty();
    }

    /**
     * The message that {@link #of} reads; the shape alone, or with what the group knows. Of hundreds of fields a change touches one:
     * the others are not built anew.
     */
    TargetField toMessage(boolean withUse) {
        TargetField read = source;
        if (withUse && read != null && children.isEmpty() && hasShapeOf(read) && hasUseOf(read)) {
            return read;
        }
        return newMessage(withUse);
    }

    /** Whether the message says of it, and of all inside it, what {@link #toMessage} would, leaving out what the group knows. */
    boolean hasShapeOf(TargetField field) {
        boolean same = id == field.getId()
                && required == field.getRequired()
                && children.size() == field.getChildrenCount()
                && name.equals(field.getName())
                && doc.equals(field.getDoc())
                && type.toString().equals(field.getType())
                && isText(initialDefault, field.hasInitialDefault(), field.getInitialDefault())
                && isText(writeDefault, field.hasWriteDefault(), field.getWriteDefault());
        for (int i = 0; same && i < children.size(); i++) {
            same = children.get(i).hasShapeOf(field.getChildren(i));
        }
        return same;
    }

    private boolean hasUseOf(TargetField field) {
        FieldUse use = field.getUse();
        return field.hasUse()
                && bound == use.getBound()
                && dropWanted == use.getDropWanted()
                && generation == use.getGeneration()
                && wantedName.equals(use.getWantedName())
                && formerNames.equals(use.getFormerNamesList())
                && areCounts(names, use.getNamesList())
                && areCounts(defaults, use.getDefaultsList())
                && isText(fill, use.hasFill(), use.getFill());
    }

    private static boolean isText(Optional<String> text, boolean isThere, String said) {
        return text.isPresent() == isThere && (!isThere || text.get().equals(said));
    }

    /** Whether these are the counts, in the order in which they are written. */
    private static boolean areCounts(Map<String, Integer> counts, List<Tally> tallies) {
        if (counts.size() != tallies.size()) {
            return false;
        }
        int at = 0;
        for (Map.Entry<String, Integer> count : counts.entrySet()) {
            Tally tally = tallies.get(at++);
            if (!count.getKey().equals(tally.getValue()) || count.getValue() != tally.getCount()) {
                return false;
            }
        }
        return true;
    }

    private TargetField newMessage(boolean withUse) {
        TargetField.Builder field = TargetField.newBuilder()
                .setId(id)
                .setName(name)
                .setType(type.toString())
                .setRequired(required)
                .setDoc(doc);
        initialDefault.ifPresent(field::setInitialDefault);
        writeDefault.ifPresent(field::setWriteDefault);
        children.forEach(child -> field.addChildren(child.toMessage(withUse)));
        if (withUse) {
            field.setUse(use());
        }
        return field.build();
    }

    private FieldUse use() {
        FieldUse.Builder use = FieldUse.newBuilder()
                .setBound(bound)
                .setDropWanted(dropWanted)
                .setWantedName(wantedName)
                .setGeneration(generation)
                .addAllFormerNames(formerNames);
        names.forEach((value, count) -> use.addNames(tally(value, count)));
        defaults.forEach((value, count) -> use.addDefaults(tally(value, count)));
        fill.ifPresent(use::setFill);
        return use.build();
    }

    private static Tally tally(String value, int count) {
        return Tally.newBuilder().setValue(value).setCount(count).build();
    }

    /** Takes over what the group knows of the field from a reading of it before the table was changed by others. */
    void keepUseOf(TargetNode before) {
        takeUse(before.use());
        if (!NameKeys.same(before.name, name)) {
            addFormerName(before.name);
            names.merge(NameKeys.of(before.name), before.callersByName(), Integer::sum);
            names.remove(NameKeys.of(name));
            names.values().removeIf(count -> count <= 0);
        }
    }

    int id() {
        return id;
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
        return name;
    }

    /** The names from the top down to this field. */
    List<String> path() {
        List<String> path = parent == null ? new ArrayList<>() : parent.path();
        path.add(name);
        return path;
    }

    /** Gives it another name. Shards that go by the old one, and by the new one, are counted over. */
    void rename(String to) {
        if (NameKeys.same(name, to)) {
            name = to;
            return;
        }
        int byOldName = callersByName();
        addFormerName(name);
        if (byOldName > 0) {
            names.put(NameKeys.of(name), byOldName);
        }
        name = to;
        names.remove(NameKeys.of(to));
    }

    private void addFormerName(String former) {
        if (formerNames.stream().noneMatch(known -> NameKeys.same(known, former))) {
            formerNames.add(former);
        }
    }

    /** How many shards call it by its name. */
    private int callersByName() {
        return bound - names.values().stream().mapToInt(count -> count).sum();
    }

    /** How many shards call it so. */
    int callers(String by) {
        return NameKeys.same(by, name) ? callersByName() : names.getOrDefault(NameKeys.of(by), 0);
    }

    /** Whether it is, was or is to be called so, by the target or by a shard. */
    boolean answersTo(String asked) {
        return NameKeys.same(name, asked) || NameKeys.same(wantedName, asked) || answeredTo(asked);
    }

    /** The names for which {@link #answersTo} says yes. */
    Set<String> answeredNames() {
        Set<String> answered = new TreeSet<>(names.keySet());
        answered.addAll(formerNames);
        answered.add(name);
        if (!wantedName.isEmpty()) {
            answered.add(wantedName);
        }
        return answered;
    }

    /** Whether shards call it so though the target does not, or the target did. */
    boolean answeredTo(String asked) {
        // Asked for every pair of a shard's columns and the target's fields: no streams here.
        for (String former : formerNames) {
            if (NameKeys.same(former, asked)) {
                return true;
            }
        }
        return !names.isEmpty() && names.containsKey(NameKeys.of(asked));
    }

    ColumnType type() {
        return type;
    }

    /** Gives it a type that it can be promoted to; its constants become constants of that type. */
    void retype(ColumnType to) {
        if (type.kind() == ColumnType.Kind.DATE && to.kind() != ColumnType.Kind.DATE) {
            initialDefault = initialDefault.map(TargetNode::atMidnight);
            writeDefault = writeDefault.map(TargetNode::atMidnight);
            fill = fill.map(TargetNode::atMidnight);
        }
        type = to;
    }

    private static String atMidnight(String date) {
        return date + "T00:00:00";
    }

    boolean isRequired() {
        return required;
    }

    void setRequired(boolean to) {
        required = to;
    }

    void setDoc(String to) {
        doc = to;
    }

    String doc() {
        return doc;
    }

    Optional<String> initialDefault() {
        return initialDefault;
    }

    void setInitialDefault(Optional<String> to) {
        initialDefault = to;
    }

    Optional<String> writeDefault() {
        return writeDefault;
    }

    void setWriteDefault(Optional<String> to) {
        writeDefault = to;
    }

    /** What a shard that lacks the column writes; empty for NULL. */
    Optional<String> fill() {
        return fill;
    }

    void setFill(Optional<String> to) {
        fill = to;
    }

    /** How many shards have it. */
    int bound() {
        return bound;
    }

    /** One more shard has it, by this name and with this default. */
    void bind(String by, Optional<String> literal) {
        bound++;
        if (!NameKeys.same(by, name)) {
            names.merge(NameKeys.of(by), 1, Integer::sum);
        }
        literal.ifPresent(value -> defaults.merge(value, 1, Integer::sum));
    }

    /** One shard less has it. */
    void release(String by, Optional<String> literal) {
        bound--;
        if (!NameKeys.same(by, name)) {
            fewer(names, NameKeys.of(by));
        }
        literal.ifPresent(value -> fewer(defaults, value));
    }

    /** A shard that has it calls it by another name now. */
    void callDifferently(String before, String now) {
        if (!NameKeys.same(before, name)) {
            fewer(names, NameKeys.of(before));
        }
        if (!NameKeys.same(now, name)) {
            names.merge(NameKeys.of(now), 1, Integer::sum);
        }
    }

    /** A shard that has it has another default now. */
    void defaultDifferently(Optional<String> before, Optional<String> now) {
        before.ifPresent(value -> fewer(defaults, value));
        now.ifPresent(value -> defaults.merge(value, 1, Integer::sum));
    }

    /** How many shards have this default; empty counts those without one. */
    int withDefault(Optional<String> literal) {
        return literal.map(value -> defaults.getOrDefault(value, 0))
                .orElseGet(() -> bound
                        - defaults.values().stream().mapToInt(count -> count).sum());
    }

    private static void fewer(Map<String, Integer> counts, String value) {
        counts.computeIfPresent(value, (key, count) -> count > 1 ? count - 1 : null);
    }

    /** Whether a shard that had it dropped it. */
    boolean isDropWanted() {
        return dropWanted;
    }

    void setDropWanted(boolean to) {
        dropWanted = to;
    }

    /** The name that it is to have when an older field is gone; empty for the one it has. */
    String wantedName() {
        return wantedName;
    }

    int generation() {
        return generation;
    }

    void want(String wanted, int ofGeneration) {
        wantedName = wanted;
        generation = ofGeneration;
    }
}
