package io.ams.ddl;

import io.ams.proto.PartitionName;
import io.ams.proto.TargetField;
import io.ams.proto.TargetShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The target's schema while it is being changed, with what the group knows of each field. Keeps account of the fields and names
 * that were touched; not for several threads.
 */
public final class TargetDraft {
    private static final int FIRST_VERSION_WITH_DEFAULTS = 3;

    private final List<TargetNode> fields = new ArrayList<>();
    private final Map<Integer, TargetNode> byId = new TreeMap<>();
    private final Set<Integer> identifierIds;
    private final Set<Integer> pinnedIds;
    private final List<PartitionName> partitionNames;
    private final int schemaId;
    private final int formatVersion;
    private final Set<String> touched = new TreeSet<>();
    private int lastFieldId;
    private final Lookups lookups = new Lookups();
    private @Nullable FieldIndex byName;
    /** Ids of the fields that a shard dropped and none had any more when that was noted. */
    private final Set<Integer> unwanted = new TreeSet<>();

    /** Names that may be free: those that fields waited for when this was read, and those that fields gave up since. */
    private final List<Vacancy> vacancies = new ArrayList<>();

    /** A name that no field has among those inside the parent. */
    record Vacancy(@Nullable TargetNode inside, String name) {}

    private TargetDraft(TargetShape shape) {
        this.identifierIds = new TreeSet<>(shape.getIdentifierIdsList());
        this.pinnedIds = new TreeSet<>(shape.getPinnedIdsList());
        this.partitionNames = shape.getPartitionNamesList();
        this.schemaId = shape.getSchemaId();
        this.formatVersion = shape.getFormatVersion();
        this.lastFieldId = shape.getLastFieldId();
        shape.getFieldsList().forEach(field -> fields.add(TargetNode.of(null, field)));
        fields.forEach(this::index);
    }

    public static TargetDraft of(TargetShape shape) {
        return new TargetDraft(shape);
    }

    private void index(TargetNode node) {
        visit(node, inner -> {
            byId.put(inner.id(), inner);
            noteUse(inner);
        });
    }

    private void noteUse(TargetNode node) {
        noteUnwanted(node);
        if (!node.wantedName().isEmpty()) {
            vacancies.add(new Vacancy(node.parent().orElse(null), node.wantedName()));
        }
    }

    /** Must be told of each field that a shard has no more. */
    void noteUnwanted(TargetNode node) {
        if (isUnwanted(node)) {
            unwanted.add(node.id());
        }
    }

    private static boolean isUnwanted(TargetNode node) {
        return node.isDropWanted() && node.bound() == 0;
    }

    private static void visit(TargetNode node, Consumer<TargetNode> visitor) {
        visitor.accept(node);
        node.children().forEach(child -> visit(child, visitor));
    }

    /** Shape and what the group knows; {@link #of} reads it. */
    public TargetShape toMessage() {
        return message(true);
    }

    /** The shape alone: what the table itself shows. */
    public TargetShape shape() {
        return message(false);
    }

    /** Whether this is what {@link #shape} says of the message too; if not it may be still, spelled otherwise. */
    public boolean hasShapeOf(TargetShape message) {
        boolean same = fields.size() == message.getFieldsCount()
                && lastFieldId == message.getLastFieldId()
                && schemaId == message.getSchemaId()
                && formatVersion == message.getFormatVersion()
                && partitionNames.equals(message.getPartitionNamesList())
                && identifierIds.equals(new TreeSet<>(message.getIdentifierIdsList()))
                && pinnedIds.equals(new TreeSet<>(message.getPinnedIdsList()));
        for (int i = 0; same && i < fields.size(); i++) {
            same = fields.get(i).hasShapeOf(message.getFields(i));
        }
        return same;
    }

    private TargetShape message(boolean withUse) {
        TargetShape.Builder shape = TargetShape.newBuilder()
                .addAllIdentifierIds(identifierIds)
                .addAllPinnedIds(pinnedIds)
                .addAllPartitionNames(partitionNames)
                .setLastFieldId(lastFieldId)
                .setSchemaId(schemaId)
                .setFormatVersion(formatVersion);
        fields.forEach(field -> shape.addFields(field.toMessage(withUse)));
        return shape.build();
    }

    /**
     * The shape as others have changed it, with what this one knows of the fields that are still there. Whatever differs is
     * touched.
     */
    public TargetDraft changedTo(TargetShape now) {
        TargetDraft changed = of(now);
        for (TargetNode node : changed.byId.values()) {
            field(node.id()).ifPresent(node::keepUseOf);
            changed.noteUse(node);
        }
        for (TargetNode node : changed.byId.values()) {
            Optional<TargetNode> before = field(node.id());
            if (before.isEmpty() || !flat(before.get()).equals(flat(node))) {
                before.ifPresent(changed::touch);
                changed.touch(node);
            }
        }
        for (TargetNode node : byId.values()) {
            if (changed.field(node.id()).isEmpty() || isPinned(node) != changed.isPinned(node)) {
                changed.touch(node);
            }
        }
        touchPartitionNames(partitionNames, changed);
        touchPartitionNames(changed.partitionNames, changed);
        return changed;
    }

    private static void touchPartitionNames(List<PartitionName> names, TargetDraft changed) {
        for (PartitionName partition : names) {
            String name = partition.getName();
            changed.touched.add(nameMark(0, name));
            for (TargetNode outer : changed.byId.values()) {
                String path = String.join(".", outer.path()) + ".";
                if (name.startsWith(path)) {
                    changed.touched.add(nameMark(outer.id(), name.substring(path.length())));
                }
            }
        }
    }

    private static TargetField flat(TargetNode node) {
        return node.toMessage(false).toBuilder().clearChildren().build();
    }

    Optional<TargetNode> field(int id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The fields inside the parent, or the top ones. */
    List<TargetNode> inside(@Nullable TargetNode parent) {
        return parent == null ? fields : parent.children();
    }

    List<TargetNode> fields() {
        return fields;
    }

    /** The fields that a shard dropped and that none has, nested ones too, by id. */
    List<TargetNode> unwanted() {
        return unwanted.stream()
                .flatMap(id -> field(id).stream())
                .filter(TargetDraft::isUnwanted)
                .toList();
    }

    /** The fields inside the parent that may answer to the name: all that do, in their order, and perhaps others. */
    List<TargetNode> answering(@Nullable TargetNode parent, String name) {
        if (!lookups.areMany()) {
            return inside(parent);
        }
        return byName().find(levelOf(parent), name).stream()
                .filter(this::isThere)
                .toList();
    }

    private boolean isThere(TargetNode node) {
        return byId.containsKey(node.id());
    }

    private FieldIndex byName() {
        if (byName == null) {
            FieldIndex index = new FieldIndex();
            fields.forEach(top ->
                    visit(top, node -> index.add(levelOf(node.parent().orElse(null)), node)));
            byName = index;
        }
        return byName;
    }

    private static int levelOf(@Nullable TargetNode parent) {
        return parent == null ? 0 : parent.id();
    }

    /** A new field at the end of its level. */
    TargetNode add(@Nullable TargetNode parent, String name, ColumnType type) {
        TargetNode node = new TargetNode(++lastFieldId, parent, name, type);
        inside(parent).add(node);
        byId.put(node.id(), node);
        touch(node);
        return node;
    }

    /** Gives the field another name, which it does not wait for any more. */
    void rename(TargetNode node, String to) {
        touch(node);
        vacancies.add(new Vacancy(node.parent().orElse(null), node.name()));
        node.rename(to);
        node.want("", 0);
        touch(node);
    }

    /** The names that may have become free since this was asked for last. */
    List<Vacancy> takeVacancies() {
        List<Vacancy> taken = vacancies.stream()
                .filter(one -> one.inside() == null || isThere(one.inside()))
                .filter(one -> named(one.inside(), one.name()).isEmpty())
                .toList();
        vacancies.clear();
        return taken;
    }

    /** Removes the field and all inside it. */
    void remove(TargetNode node) {
        vacancies.add(new Vacancy(node.parent().orElse(null), node.name()));
        inside(node.parent().orElse(null)).remove(node);
        visit(node, inner -> {
            byId.remove(inner.id());
            unwanted.remove(inner.id());
            identifierIds.remove(inner.id());
            touch(inner);
        });
    }

    /**
     * The field whose names, from the top down and joined with dots, are this text, letter by letter. Names have dots themselves, so
     * there are as many ways to read the text as it has dots; each field is looked at once at most.
     */
    Optional<TargetNode> at(String path) {
        return at(null, path);
    }

    private Optional<TargetNode> at(@Nullable TargetNode parent, String path) {
        Optional<TargetNode> whole = called(parent, path);
        for (int dot = path.indexOf('.'); whole.isEmpty() && dot >= 0; dot = path.indexOf('.', dot + 1)) {
            String rest = path.substring(dot + 1);
            whole = called(parent, path.substring(0, dot)).flatMap(outer -> at(outer, rest));
        }
        return whole;
    }

    private Optional<TargetNode> called(@Nullable TargetNode parent, String name) {
        return answering(parent, name).stream()
                .filter(node -> node.name().equals(name))
                .findFirst();
    }

    /** The field of this name among those inside the parent. */
    Optional<TargetNode> named(@Nullable TargetNode parent, String name) {
        for (TargetNode node : answering(parent, name)) {
            if (NameKeys.same(node.name(), name)) {
                return Optional.of(node);
            }
        }
        return Optional.empty();
    }

    List<PartitionName> partitionNames() {
        return partitionNames;
    }

    int formatVersion() {
        return formatVersion;
    }

    int lastFieldId() {
        return lastFieldId;
    }

    Set<Integer> identifierIds() {
        return identifierIds;
    }

    void setIdentifierIds(Set<Integer> ids) {
        identifierIds.forEach(id -> touched.add(fieldMark(id)));
        ids.forEach(id -> touched.add(fieldMark(id)));
        identifierIds.clear();
        identifierIds.addAll(ids);
    }

    /** Whether primary key, partitions or sort order need the field itself or one inside it. */
    boolean isNeeded(TargetNode node) {
        boolean[] needed = {false};
        visit(node, inner -> needed[0] |= identifierIds.contains(inner.id()) || pinnedIds.contains(inner.id()));
        return needed[0];
    }

    /** Marks of the field and of all inside it. */
    Set<String> marksWithin(TargetNode node) {
        Set<String> marks = new TreeSet<>();
        visit(node, inner -> marks.add(fieldMark(inner.id())));
        return marks;
    }

    /** Whether the primary key is made of the field itself or of one inside it. */
    boolean isKey(TargetNode node) {
        boolean[] key = {false};
        visit(node, inner -> key[0] |= identifierIds.contains(inner.id()));
        return key[0];
    }

    /** Whether partitions or sort order are made of the field. */
    boolean isSource(TargetNode node) {
        return pinnedIds.contains(node.id());
    }

    private boolean isPinned(TargetNode node) {
        return identifierIds.contains(node.id()) || pinnedIds.contains(node.id());
    }

    /** Whether the table's format keeps defaults, so that old rows read as their shard has them. */
    boolean hasDefaults() {
        return formatVersion >= FIRST_VERSION_WITH_DEFAULTS;
    }

    /**
     * Takes note that what depends on the field, or on a name that it answers to, may have another outcome now. Where it ceases to
     * answer to a name, this must be said before.
     */
    void touch(TargetNode node) {
        int level = levelOf(node.parent().orElse(null));
        if (byName != null) {
            byName.add(level, node);
        }
        touched.add(fieldMark(node.id()));
        node.answeredNames().forEach(name -> touched.add(nameMark(level, name)));
    }

    static String fieldMark(int id) {
        return "f" + id;
    }

    static String nameMark(int parent, String name) {
        return "n" + parent + ":" + NameKeys.of(name);
    }

    /** The fields that this has and that shape does not. */
    public Set<Integer> missingIn(TargetShape shape) {
        Set<Integer> missing = new TreeSet<>(byId.keySet());
        missing.removeAll(of(shape).byId.keySet());
        return missing;
    }

    /** The id of the schema that it was made from. */
    public int schemaId() {
        return schemaId;
    }

    /** Marks of the fields and names that were touched since the draft was made. */
    public Set<String> touched() {
        return touched;
    }
}
