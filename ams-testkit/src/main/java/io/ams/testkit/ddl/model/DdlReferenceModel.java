package io.ams.testkit.ddl.model;

import com.google.protobuf.MessageLite;
import io.ams.op.ErrorCode;
import io.ams.proto.DdlAcknowledge;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlLeave;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlResolve;
import io.ams.proto.DdlVerb;
import io.ams.proto.DdlVerdict;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardSchema;
import io.ams.testkit.ddl.model.ModelMerge.Manner;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The rules of shard DDL a second time, read naively from their description: plain collections, everything counted anew each time,
 * and without the code of the coordination. Knows one group; joining with the first schema, announcements, acknowledgements,
 * leaving and the five verbs; flat columns; the policies that hold if nothing is said, and retaining. Not for several threads.
 */
public final class DdlReferenceModel {
    private ModelGroup group;

    public DdlReferenceModel(DdlMode mode, boolean retain, int format) {
        this.group = new ModelGroup(mode, retain, format);
    }

    private DdlReferenceModel(ModelGroup group) {
        this.group = group;
    }

    /** A copy that goes on by itself. */
    public DdlReferenceModel copy() {
        return new DdlReferenceModel(group.copy());
    }

    /** What answers this command. */
    public ModelAnswer apply(MessageLite command) {
        if (command instanceof DdlJoin join) {
            return join(join);
        } else if (command instanceof DdlAnnounce announce) {
            return announce(announce);
        } else if (command instanceof DdlAcknowledge acknowledge) {
            return acknowledge(acknowledge);
        } else if (command instanceof DdlLeave leave) {
            return leave(leave);
        } else if (command instanceof DdlResolve resolve) {
            return resolve(resolve);
        }
        throw new IllegalArgumentException("no rule for " + command.getClass());
    }

    ModelGroup group() {
        return group;
    }

    /** The group's version. */
    public long version() {
        return group.version;
    }

    private ModelAnswer accept(ModelGroup now, String said) {
        now.version++;
        group = now;
        return new ModelAnswer(said, false, now.version);
    }

    private ModelAnswer repeat(String said) {
        return new ModelAnswer(said, true, group.version);
    }

    private static ModelAnswer refuse(ErrorCode code) {
        return ModelAnswer.refused(code);
    }

    public ModelAnswer join(DdlJoin join) {
        Optional<ModelShard> there = group.member(join.getShard());
        if (there.isPresent()) {
            return join.getSchema().getColumnsCount() == 0 || there.get().looksLike(join.getSchema())
                    ? repeat("APPLIED")
                    : refuse(ErrorCode.DDL_MEMBER_EXISTS);
        }
        if (join.getSchema().getColumnsCount() == 0) {
            return refuse(ErrorCode.BAD_REQUEST);
        }
        ModelGroup now = group.copy();
        ModelShard shard = new ModelShard(join.getShard());
        Optional.ofNullable(now.shards.get(join.getShard())).ifPresent(left -> shard.released.addAll(left.released));
        shard.next = now.head;
        join.getSchema().getColumnsList().forEach(column -> shard.columns.add(ModelColumn.of(column)));
        if (join.getSchema().hasIdentifier()) {
            shard.identifier = Optional.of(ModelChanges.names(join.getSchema()));
        }
        now.shards.put(shard.name, shard);
        ModelMerge merge = new ModelMerge(now, shard, join.getSkipConflicts() ? Manner.INITIAL_SKIP : Manner.INITIAL);
        merge.bindAll();
        if (merge.clash().isPresent()) {
            return refuse(ErrorCode.DDL_JOIN_CONFLICT);
        }
        return accept(new ModelSettling(now).settle(), "APPLIED" + merge.said());
    }

    public ModelAnswer leave(DdlLeave leave) {
        return leave(leave.getShard());
    }

    private ModelAnswer leave(String name) {
        if (!group.shards.containsKey(name)) {
            return refuse(ErrorCode.DDL_MEMBER_NOT_FOUND);
        }
        if (group.shards.get(name).left) {
            return repeat("APPLIED");
        }
        ModelGroup now = group.copy();
        ModelShard shard = now.shard(name);
        if (!shard.queue.isEmpty()) {
            withdraw(now, shard);
        }
        shard.left = true;
        shard.queue.clear();
        ModelMerge.sweep(now);
        return accept(new ModelSettling(now).settle(), "APPLIED");
    }

    public ModelAnswer acknowledge(DdlAcknowledge acknowledge) {
        Optional<ModelShard> there = group.member(acknowledge.getShard());
        if (there.isEmpty()) {
            return refuse(ErrorCode.DDL_MEMBER_NOT_FOUND);
        }
        long upTo = Math.min(acknowledge.getSeq(), there.get().decided);
        if (upTo <= there.get().acknowledged) {
            return repeat("acknowledged");
        }
        ModelGroup now = group.copy();
        ModelShard shard = now.shard(acknowledge.getShard());
        shard.acknowledged = upTo;
        shard.decisions.headMap(upTo, true).clear();
        return accept(now, "acknowledged");
    }

    public ModelAnswer announce(DdlAnnounce announce) {
        Optional<ModelShard> there = group.member(announce.getShard());
        if (there.isEmpty()) {
            return refuse(ErrorCode.DDL_MEMBER_NOT_FOUND);
        }
        String fingerprint = ModelChanges.fingerprint(announce.getChangesList());
        long seq = announce.getSeq();
        if (seq <= there.get().announced) {
            return known(there.get(), seq, fingerprint);
        }
        Optional<ErrorCode> objection = objection(there.get(), announce);
        if (objection.isPresent()) {
            return refuse(objection.get());
        }
        ModelGroup now = group.copy();
        ModelShard shard = now.shard(announce.getShard());
        shard.announced = seq;
        shard.queue.add(new ModelPending(seq, fingerprint, announce.getChangesList()));
        ModelGroup settled = new ModelSettling(now).settle();
        String said = said(settled, announce.getShard(), seq);
        if (group.mode == DdlMode.STRICT_OPTIMISTIC && said.startsWith("BLOCKED")) {
            return new ModelAnswer(said.replace("BLOCKED", "REJECTED"), false, group.version);
        }
        return accept(settled, said);
    }

    private ModelAnswer known(ModelShard shard, long seq, String fingerprint) {
        if (seq <= shard.acknowledged) {
            return refuse(ErrorCode.DDL_SEQ_ACKNOWLEDGED);
        }
        List<String> known = shard.decisions.containsKey(seq)
                ? shard.decisions.get(seq).fingerprints()
                : pending(shard, seq).orElseThrow().fingerprints();
        return known.contains(fingerprint) ? repeat(said(group, shard.name, seq)) : refuse(ErrorCode.DDL_SEQ_MISMATCH);
    }

    private static Optional<ModelPending> pending(ModelShard shard, long seq) {
        return shard.queue.stream().filter(one -> one.seq == seq).findFirst();
    }

    private Optional<ErrorCode> objection(ModelShard shard, DdlAnnounce announce) {
        if (announce.getSeq() > shard.announced + 1) {
            return Optional.of(ErrorCode.DDL_SEQ_GAP);
        }
        ModelShard expected = shard.copy();
        boolean known = shard.queue.stream().allMatch(pending -> ModelChanges.make(expected, pending.changes));
        if (!known) {
            return Optional.empty();
        }
        if (announce.hasBefore() && !expected.looksLike(announce.getBefore())) {
            return Optional.of(ErrorCode.DDL_RESYNC_REQUIRED);
        }
        boolean valid = ModelChanges.make(expected, announce.getChangesList());
        return valid && (!announce.hasAfter() || expected.looksLike(announce.getAfter()))
                ? Optional.empty()
                : Optional.of(ErrorCode.DDL_CHANGE_INVALID);
    }

    private static boolean isHeld(ModelGroup group, ModelShard shard, ModelPending pending) {
        return group.held.isPresent()
                && shard.next == group.head
                && shard.queue.get(0) == pending
                && pending.verdict == DdlVerdict.VERDICT_WAITING;
    }

    static String state(ModelShard shard) {
        if (shard.queue.isEmpty()) {
            return "ACTIVE";
        }
        boolean blocked = shard.queue.stream().anyMatch(one -> one.verdict == DdlVerdict.VERDICT_BLOCKED);
        return blocked ? "BLOCKED" : "WAITING";
    }

    private static String said(ModelGroup group, String shard, long seq) {
        ModelShard there = Optional.ofNullable(group.shards.get(shard)).orElseThrow();
        Optional<ModelShard.ModelDecision> decision = Optional.ofNullable(there.decisions.get(seq));
        if (decision.isPresent()) {
            return decision.get().said();
        }
        ModelPending pending = pending(there, seq).orElseThrow();
        return pending.verdict.name().substring("VERDICT_".length())
                + pending.conflict.map(kind -> " " + name(kind)).orElse("");
    }

    private static String name(DdlConflictKind kind) {
        return kind.name().substring("CONFLICT_".length());
    }

    public ModelAnswer resolve(DdlResolve resolve) {
        Optional<ModelShard> there = group.member(resolve.getShard());
        if (there.isEmpty()) {
            return refuse(ErrorCode.DDL_MEMBER_NOT_FOUND);
        }
        return switch (resolve.getVerb()) {
            case VERB_DETACH -> leave(resolve.getShard());
            case VERB_SET_SCHEMA -> setSchema(resolve.getShard(), resolve.getSchema());
            case VERB_SKIP, VERB_NEW_FIELD, VERB_REPLACE -> end(there.get(), resolve);
            default -> refuse(ErrorCode.BAD_REQUEST);
        };
    }

    private ModelAnswer end(ModelShard there, DdlResolve resolve) {
        if (there.queue.isEmpty()) {
            return refuse(ErrorCode.DDL_NOTHING_TO_RESOLVE);
        }
        ModelPending first = there.queue.get(0);
        if (resolve.getSeq() != 0 && resolve.getSeq() != first.seq) {
            return refuse(ErrorCode.DDL_NOTHING_TO_RESOLVE);
        }
        boolean held = isHeld(group, there, first);
        Optional<DdlConflictKind> kind = held ? Optional.of(group.held.get().kind()) : first.conflict;
        if (resolve.getVerb() == DdlVerb.VERB_NEW_FIELD
                && !kind.filter(DdlReferenceModel::canGetItsOwn).isPresent()) {
            return refuse(ErrorCode.DDL_VERB_REFUSED);
        }
        if (resolve.getVerb() == DdlVerb.VERB_REPLACE) {
            return replace(there, first, resolve.getChangesList());
        }
        ModelGroup now = group.copy();
        if (held && kind.equals(Optional.of(DdlConflictKind.CONFLICT_UNFIT))) {
            now.held = Optional.empty();
            endAlone(now, now.shard(there.name), Optional.empty(), resolve.getVerb());
        } else if (held) {
            ModelGroup.HeldBarrier barrier = now.held.orElseThrow();
            Manner manner = resolve.getVerb() == DdlVerb.VERB_SKIP ? Manner.SKIP : Manner.NEW_FIELD;
            now.held =
                    Optional.of(new ModelGroup.HeldBarrier(barrier.kind(), barrier.shard(), barrier.number(), manner));
        } else {
            endAlone(now, now.shard(there.name), kind, resolve.getVerb());
        }
        ModelGroup settled = new ModelSettling(now).settle();
        return accept(settled, said(settled, there.name, first.seq));
    }

    private static boolean canGetItsOwn(DdlConflictKind kind) {
        return switch (kind) {
            case CONFLICT_TYPE, CONFLICT_STRUCTURE, CONFLICT_BACKFILL, CONFLICT_READD, CONFLICT_NAME_COLLISION -> true;
            default -> false;
        };
    }

    private static void endAlone(ModelGroup now, ModelShard shard, Optional<DdlConflictKind> kind, DdlVerb verb) {
        ModelPending first = shard.queue.get(0);
        if (now.isPessimistic() && kind.isEmpty()) {
            if (ModelSettling.waiting(now).getOrDefault(shard.next, Map.of()).size() == 1) {
                withdraw(now, shard);
            } else {
                shard.next++;
            }
        }
        if (!ModelChanges.make(shard.copy(), first.changes)) {
            ModelSettling.decided(shard, first, "SUPERSEDED");
            return;
        }
        boolean alone = kind.isEmpty() || kind.equals(Optional.of(DdlConflictKind.CONFLICT_MISMATCH));
        Manner manner = verb == DdlVerb.VERB_NEW_FIELD ? Manner.NEW_FIELD : alone ? Manner.SHARD_ONLY : Manner.SKIP;
        ModelMerge merge = new ModelMerge(now, shard, manner);
        merge.make(first.changes);
        ModelSettling.decided(shard, first, "APPLIED" + merge.said());
    }

    private ModelAnswer replace(ModelShard there, ModelPending first, List<SchemaChange> changes) {
        if (changes.isEmpty()) {
            return refuse(ErrorCode.BAD_REQUEST);
        }
        if (!ModelChanges.make(there.copy(), changes)) {
            return refuse(ErrorCode.DDL_CHANGE_INVALID);
        }
        ModelGroup now = group.copy();
        ModelShard shard = now.shard(there.name);
        withdraw(now, shard);
        shard.queue.get(0).changes = changes;
        ModelGroup settled = new ModelSettling(now).settle();
        return accept(settled, said(settled, there.name, first.seq));
    }

    /** Takes everything that the shard announced back from where it waits. */
    private static void withdraw(ModelGroup now, ModelShard shard) {
        if (now.held.isPresent() && isHeld(now, shard, shard.queue.get(0))) {
            now.held = Optional.empty();
        }
        for (ModelPending pending : shard.queue) {
            pending.conflict = Optional.empty();
            pending.verdict = DdlVerdict.VERDICT_QUEUED;
        }
    }

    private static boolean hasNamesakes(ShardSchema schema) {
        return schema.getColumnsList().stream()
                        .map(column -> column.getName().toLowerCase(Locale.ROOT))
                        .distinct()
                        .count()
                != schema.getColumnsCount();
    }

    private ModelAnswer setSchema(String name, ShardSchema wanted) {
        if (wanted.getColumnsCount() == 0 || hasNamesakes(wanted)) {
            return refuse(ErrorCode.BAD_REQUEST);
        }
        ModelGroup now = group.copy();
        ModelShard shard = now.shard(name);
        if (!shard.queue.isEmpty()) {
            withdraw(now, shard);
        }
        for (ModelPending pending : List.copyOf(shard.queue)) {
            ModelSettling.decided(shard, pending, "SUPERSEDED");
        }
        shard.decided = shard.announced;
        ModelMerge merge = new ModelMerge(now, shard, Manner.INITIAL_SKIP);
        if (!merge.make(ModelDifference.between(shard, wanted))) {
            return refuse(ErrorCode.DDL_CHANGE_INVALID);
        }
        return accept(new ModelSettling(now).settle(), "APPLIED" + merge.said());
    }

    /** The state as lines of text, to compare with the rows. */
    public List<String> picture() {
        return DdlPicture.of(group);
    }
}
