package io.ams.testkit.ddl.model;

import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlVerdict;
import io.ams.proto.SchemaChange;
import io.ams.testkit.ddl.model.ModelMerge.Manner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Looks at everything that waits, again and again until nothing moves. */
final class ModelSettling {
    private ModelGroup group;

    ModelSettling(ModelGroup group) {
        this.group = group;
    }

    /** The group when nothing moves any more. */
    ModelGroup settle() {
        while (group.isPessimistic() ? stepAtBarriers() : stepAtOnce()) {
            // everything is looked at anew
        }
        return group;
    }

    private boolean stepAtOnce() {
        for (ModelShard shard : group.members()) {
            if (!shard.queue.isEmpty() && shard.queue.get(0).conflict.isEmpty()) {
                tryFirst(shard);
                return true;
            }
        }
        for (Blocked blocked : blocked()) {
            if (tryFirst(group.shard(blocked.shard()))) {
                return true;
            }
        }
        return false;
    }

    private record Blocked(String shard, long number) {}

    private List<Blocked> blocked() {
        List<Blocked> blocked = new ArrayList<>();
        for (ModelShard shard : group.members()) {
            shard.queue.stream()
                    .filter(pending -> pending.conflict.isPresent())
                    .forEach(pending -> blocked.add(new Blocked(shard.name, pending.conflictNumber)));
        }
        blocked.sort(Comparator.comparingLong(Blocked::number));
        return blocked;
    }

    /** Decides the first announcement of the shard, or leaves it blocked. */
    private boolean tryFirst(ModelShard shard) {
        ModelGroup trial = group.copy();
        ModelShard trying = trial.shard(shard.name);
        ModelPending first = trying.queue.get(0);
        ModelMerge merge = new ModelMerge(trial, trying, Manner.NORMAL);
        boolean fits = merge.make(first.changes);
        if (fits && merge.clash().isEmpty()) {
            decided(trying, first, "APPLIED" + merge.said());
            group = trial;
            return true;
        }
        block(group, shard.queue.get(0), fits ? merge.clash().orElseThrow() : DdlConflictKind.CONFLICT_UNFIT);
        return false;
    }

    static void block(ModelGroup group, ModelPending pending, DdlConflictKind kind) {
        if (pending.conflict.isEmpty()) {
            pending.conflictNumber = group.nextConflict++;
        }
        pending.conflict = Optional.of(kind);
        pending.verdict = DdlVerdict.VERDICT_BLOCKED;
    }

    /** The announcement is not waiting any more. */
    static void decided(ModelShard shard, ModelPending pending, String said) {
        shard.queue.remove(pending);
        shard.decided = pending.seq;
        shard.decisions.put(pending.seq, new ModelShard.ModelDecision(pending.fingerprints(), said));
    }

    private static boolean waitsForNobody(ModelPending pending) {
        return pending.changes.stream().allMatch(ModelChanges::isWithoutEffect);
    }

    private boolean stepAtBarriers() {
        for (ModelShard shard : group.members()) {
            if (!shard.queue.isEmpty() && waitsForNobody(shard.queue.get(0))) {
                boolean known = shard.queue.get(0).conflict.isPresent();
                if (tryFirst(shard) || !known) {
                    return true;
                }
            }
        }
        return removeEmpty() || place() || pass() || applyHead();
    }

    /** What waits, by barrier and shard. */
    static Map<Long, Map<String, ModelPending>> waiting(ModelGroup group) {
        Map<Long, Map<String, ModelPending>> waiting = new TreeMap<>();
        for (ModelShard shard : group.members()) {
            long barrier = shard.next;
            for (ModelPending pending : shard.queue) {
                if (!waitsForNobody(pending)) {
                    if (pending.verdict == DdlVerdict.VERDICT_WAITING) {
                        waiting.computeIfAbsent(barrier, number -> new TreeMap<>())
                                .put(shard.name, pending);
                    }
                    barrier++;
                }
            }
        }
        return waiting;
    }

    /** Something that was queued comes to its barrier, or something that did not fit there does now. */
    private boolean place() {
        return group.members().stream().anyMatch(this::placeQueued)
                || blocked().stream().anyMatch(one -> placeBlocked(group.shard(one.shard())));
    }

    private boolean placeQueued(ModelShard shard) {
        long barrier = shard.next;
        for (ModelPending pending : shard.queue) {
            if (pending.verdict != DdlVerdict.VERDICT_WAITING) {
                if (waitsForNobody(pending) || pending.conflict.isPresent()) {
                    return false;
                }
                if (differs(barrier, pending)) {
                    block(group, pending, DdlConflictKind.CONFLICT_MISMATCH);
                } else {
                    pending.verdict = DdlVerdict.VERDICT_WAITING;
                }
                return true;
            }
            barrier++;
        }
        return false;
    }

    private boolean placeBlocked(ModelShard shard) {
        long barrier = shard.next;
        for (ModelPending pending : shard.queue) {
            if (pending.conflict.isPresent()) {
                if (waitsForNobody(pending) || differs(barrier, pending)) {
                    return false;
                }
                pending.verdict = DdlVerdict.VERDICT_WAITING;
                pending.conflict = Optional.empty();
                return true;
            }
            barrier++;
        }
        return false;
    }

    private boolean differs(long barrier, ModelPending pending) {
        return waiting(group).getOrDefault(barrier, Map.of()).values().stream()
                .anyMatch(other -> !effects(other.changes).equals(effects(pending.changes)));
    }

    static String effects(List<SchemaChange> changes) {
        return ModelChanges.fingerprint(changes.stream()
                .filter(change -> !ModelChanges.isWithoutEffect(change))
                .toList());
    }

    /** A barrier that nobody waits at is none. */
    private boolean removeEmpty() {
        Map<Long, Map<String, ModelPending>> waiting = waiting(group);
        for (long barrier = group.head; ; barrier++) {
            long number = barrier;
            if (group.members().stream().noneMatch(shard -> shard.next > number)) {
                return false;
            }
            if (!waiting.containsKey(barrier)) {
                group.members().stream().filter(shard -> shard.next > number).forEach(shard -> shard.next--);
                return true;
            }
        }
    }

    /** A shard that has nothing waiting and is so already, or cannot make the changes, passes the first barrier. */
    private boolean pass() {
        Map<String, ModelPending> there = waiting(group).getOrDefault(group.head, Map.of());
        if (there.isEmpty()) {
            return false;
        }
        List<SchemaChange> changes = there.values().iterator().next().changes;
        for (ModelShard shard : group.members()) {
            if (shard.queue.isEmpty()
                    && shard.next == group.head
                    && (changes.stream().allMatch(change -> isSo(shard, change))
                            || !ModelChanges.make(shard.copy(), changes))) {
                shard.next++;
                return true;
            }
        }
        return false;
    }

    private static boolean isSo(ModelShard shard, SchemaChange change) {
        return switch (change.getChangeCase()) {
            case ADD ->
                shard.column(change.getAdd().getColumn().getName())
                        .filter(column ->
                                column.type.equals(change.getAdd().getColumn().getType()))
                        .isPresent();
            case DROP -> shard.column(change.getDrop().getPath(0)).isEmpty();
            case RENAME ->
                change.getRename().getColumnsList().stream()
                        .allMatch(one -> shard.column(one.getPath(0)).isEmpty()
                                && shard.column(one.getNewName()).isPresent());
            case TYPE ->
                shard.column(change.getType().getPath(0))
                        .filter(column -> column.type.equals(change.getType().getType()))
                        .isPresent();
            case NULLABILITY ->
                shard.column(change.getNullability().getPath(0))
                        .filter(column ->
                                column.required == change.getNullability().getRequired())
                        .isPresent();
            case DEFAULT ->
                shard.column(change.getDefault().getPath(0))
                        .filter(column -> column.value.equals(
                                change.getDefault().hasDefault()
                                        ? Optional.of(change.getDefault().getDefault())
                                        : Optional.empty()))
                        .isPresent();
            case IDENTIFIER ->
                shard.identifier.equals(
                        Optional.of(ModelChanges.names(change.getIdentifier().getIdentifier())));
            default -> true;
        };
    }

    private boolean isComplete(Map<String, ModelPending> there) {
        return !there.isEmpty()
                && group.members().stream().allMatch(shard -> shard.next > group.head || there.containsKey(shard.name));
    }

    /** Makes the changes of the head barrier for all that wait there; or notes what holds it, and returns false. */
    private boolean applyHead() {
        if (!isComplete(waiting(group).getOrDefault(group.head, Map.of()))) {
            return false;
        }
        Manner manner = group.held.map(ModelGroup.HeldBarrier::resolution).orElse(Manner.BARRIER);
        ModelGroup trial = group.copy();
        for (String name : waiting(group).getOrDefault(group.head, Map.of()).keySet()) {
            ModelShard shard = trial.shard(name);
            ModelPending first = shard.queue.get(0);
            ModelMerge merge = new ModelMerge(trial, shard, manner);
            boolean fits = merge.make(first.changes);
            if (!fits || merge.clash().isPresent()) {
                hold(name, merge.clash().orElse(DdlConflictKind.CONFLICT_UNFIT));
                return false;
            }
            decided(shard, first, "APPLIED" + merge.said());
            shard.next++;
        }
        trial.head++;
        trial.held = Optional.empty();
        group = trial;
        return true;
    }

    private void hold(String shard, DdlConflictKind kind) {
        group.held = Optional.of(group.held
                .map(held -> new ModelGroup.HeldBarrier(kind, held.shard(), held.number(), held.resolution()))
                .orElseGet(() -> new ModelGroup.HeldBarrier(kind, shard, group.nextConflict++, Manner.BARRIER)));
    }
}
