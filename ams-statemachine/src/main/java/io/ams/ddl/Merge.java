package io.ams.ddl;

import io.ams.proto.DdlAction;
import io.ams.proto.DdlClash;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlStep;
import io.ams.proto.DdlWarning;
import io.ams.proto.SchemaChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Carries changes of one shard over to the target: the shard's schema takes them all, the target what they mean for it. Works on
 * drafts, which hold the result if there is no clash, and must be thrown away if there is one.
 *
 * <p>The rules: {@link AddRule}, {@link DropRule}, {@link RenameRule}, {@link TypeRule}, {@link ColumnRules}. Not for several
 * threads.
 */
public final class Merge {
    private final TargetDraft target;
    private final ShardDraft shard;
    private final DdlPolicies policies;
    private final Manner manner;
    private final TypeOrder order;
    private final Set<Integer> released;
    private final List<DdlStep> steps = new ArrayList<>();
    private final List<DdlWarning> warnings = new ArrayList<>();
    private final Set<String> dependsOn = new TreeSet<>();
    private Optional<DdlClash> clash = Optional.empty();

    /**
     * @param released fields that the shard wrote and dropped, and that are there still
     */
    public Merge(
            TargetDraft target, ShardDraft shard, Iterable<Integer> released, DdlPolicies policies, Manner manner) {
        this.target = target;
        this.shard = shard;
        this.policies = policies;
        this.manner = manner;
        this.order = new TypeOrder(policies.getDateToTimestamp() && target.hasDefaults());
        this.released = new TreeSet<>();
        released.forEach(this.released::add);
    }

    /** Carries the changes over, in order. Invalid: the shard's schema cannot have had one of them. */
    public Checked<Merge> changes(List<SchemaChange> changes) {
        for (SchemaChange change : changes) {
            Checked<List<Effect>> effects = ShardChanges.apply(shard, change);
            if (effects instanceof Checked.Invalid<List<Effect>> invalid) {
                return Checked.invalid(invalid.complaint());
            }
            ((Checked.Valid<List<Effect>>) effects).value().forEach(this::carryOver);
            finish();
        }
        return shard.tooWide().map(Checked::<Merge>invalid).orElseGet(() -> Checked.valid(this));
    }

    /** Binds the columns that the shard's schema has and that are not bound: those of a shard that joins. */
    public Merge binding() {
        new JoinRule(this).bindAll();
        finish();
        return this;
    }

    /** Releases everything that the shard has: it leaves. */
    public Merge leaving() {
        shard.columns()
                .forEach(column -> column.visit(node -> {
                    target.field(node.fieldId()).ifPresent(field -> release(node, field));
                    node.unbind();
                }));
        finish();
        return this;
    }

    private void carryOver(Effect effect) {
        if (effect instanceof Effect.Added added) {
            new AddRule(this).carryOver(added);
        } else if (effect instanceof Effect.Dropped dropped) {
            new DropRule(this).carryOver(dropped);
        } else if (effect instanceof Effect.Renamed renamed) {
            new RenameRule(this).carryOver(renamed);
        } else if (effect instanceof Effect.Retyped retyped) {
            new TypeRule(this).carryOver(retyped);
        } else {
            new ColumnRules(this).carryOver(effect);
        }
    }

    private void finish() {
        new Sweep(this).sweep();
    }

    TargetDraft target() {
        return target;
    }

    ShardDraft shard() {
        return shard;
    }

    /** The type that the field must have to hold values of this type too; empty if it cannot. */
    Optional<ColumnType> common(TargetNode field, ColumnType type) {
        // Rows are in other partitions by a timestamp than by a date.
        boolean fixed = field.type().kind() == ColumnType.Kind.DATE && target.isSource(field);
        return order.join(field.type(), type)
                .filter(joined -> joined.equals(field.type())
                        || (!fixed && field.canBecome(joined) && Writable.hasType(target, joined)));
    }

    DdlPolicies policies() {
        return policies;
    }

    Manner manner() {
        return manner;
    }

    TypeOrder order() {
        return order;
    }

    /** Fields that the shard wrote and dropped, and that are there still. */
    public List<Integer> released() {
        return released.stream().filter(id -> target.field(id).isPresent()).toList();
    }

    /** Whether the shard wrote the field and dropped it. */
    boolean isReleased(TargetNode field) {
        return released.contains(field.id());
    }

    /** The shard wrote the field and dropped it: the field goes when nobody has it. */
    void drop(ShardNode column, TargetNode field) {
        field.setDropWanted(true);
        release(column, field);
        released.add(field.id());
    }

    private void release(ShardNode column, TargetNode field) {
        target.touch(field);
        field.release(column.name(), column.literal());
        target.noteUnwanted(field);
        shard.release(field.id());
    }

    /** Stores the shard's column in the field, which gets one more shard by that. */
    void bind(ShardNode column, TargetNode field, boolean castNeeded) {
        shard.bind(column, field.id(), castNeeded);
        field.bind(column.name(), column.literal());
        released.remove(field.id());
        target.touch(field);
    }

    void step(String column, DdlAction action, String detail) {
        steps.add(DdlStep.newBuilder()
                .setColumn(column)
                .setAction(action)
                .setDetail(detail)
                .build());
    }

    void warn(String code, String column, String detail) {
        warnings.add(DdlWarning.newBuilder()
                .setCode(code)
                .setColumn(column)
                .setDetail(detail)
                .build());
    }

    /** Warns that the column is bound to a field of a type that its values must be cast to. */
    void warnOfCast(String column, TargetNode field) {
        warn("CAST", column, "values are cast to " + field.type() + " when they are written");
    }

    /** Takes note that the outcome depends on this field, or on there being one of this name. */
    void dependOn(String mark) {
        dependsOn.add(mark);
    }

    /**
     * There is a conflict.
     *
     * @return whether it stops the merge; if not, the caller goes on as the manner says
     */
    boolean clashes(DdlConflictKind kind, String column, String targetSide, String shardSide, String detail) {
        if (manner.onConflict() != Manner.OnConflict.STOP) {
            return false;
        }
        if (clash.isEmpty()) {
            clash = Optional.of(DdlClash.newBuilder()
                    .setKind(kind)
                    .setColumn(column)
                    .setTargetSide(targetSide)
                    .setShardSide(shardSide)
                    .setDetail(detail)
                    .build());
        }
        return true;
    }

    /** The first conflict; empty if the drafts hold the result. */
    public Optional<DdlClash> clash() {
        return clash;
    }

    /** What was done, change by change. */
    public List<DdlStep> steps() {
        return steps;
    }

    public List<DdlWarning> warnings() {
        return warnings;
    }

    /** Marks of the fields and names that a conflict depends on, as {@link TargetDraft#touched} has them. */
    public Set<String> dependsOn() {
        return dependsOn;
    }
}
