package io.ams.testkit.ddl.history;

import com.google.protobuf.Message;
import io.ams.op.ErrorCode;
import io.ams.proto.DdlAcknowledge;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlLeave;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlResolve;
import io.ams.proto.DdlVerb;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardSchema;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * One shard that joins, announces what comes into its mind, ends what it is stuck with by verbs, leaves and comes back: as long as it
 * may. It knows of itself only what it did, was told, and looked up, as a real one would. For one thread.
 */
public final class ShardLife implements Runnable {
    private static final int MOST_WAITING = 3;
    private static final int MOST_OBJECTIONS = 3;
    private static final List<DdlVerb> VERBS = List.of(
            DdlVerb.VERB_SKIP,
            DdlVerb.VERB_SKIP,
            DdlVerb.VERB_SKIP,
            DdlVerb.VERB_NEW_FIELD,
            DdlVerb.VERB_REPLACE,
            DdlVerb.VERB_REPLACE,
            DdlVerb.VERB_REPLACE,
            DdlVerb.VERB_REPLACE,
            DdlVerb.VERB_SET_SCHEMA,
            DdlVerb.VERB_DETACH);

    private final String group;
    private final String shard;
    private final DdlMode mode;
    private final Agenda agenda;
    private final ShardChoices choices;
    private final ShardCalls calls;
    private final BooleanSupplier goOn;

    private final ShardKnowledge knowledge = new ShardKnowledge();
    private int item;

    ShardLife(
            DdlHistory history,
            String shard,
            DdlMode mode,
            Agenda agenda,
            SplittableRandom random,
            DdlDoor door,
            BooleanSupplier goOn) {
        this.group = history.group();
        this.shard = shard;
        this.mode = mode;
        this.agenda = agenda;
        this.choices = new ShardChoices(random);
        this.calls = new ShardCalls(shard, door, history, choices.below(door.nodes()));
        this.goOn = goOn;
    }

    @Override
    public void run() {
        while (goOn.getAsBoolean()) {
            if (!knowledge.isMember()) {
                item = agenda.size();
                join(schema());
            } else if (knowledge.isStuck() && !goesAhead()) {
                getUnstuck();
            } else {
                live();
            }
        }
    }

    /** Whether it announces more though something waits; at barriers seldom, as they mostly differ if there are several. */
    private boolean goesAhead() {
        return knowledge.waiting() < MOST_WAITING && choices.chance(mode == DdlMode.PESSIMISTIC ? 5 : 30);
    }

    private void live() {
        int which = choices.below(1000);
        if (which < 30 && knowledge.last() > 0) {
            announceAgain();
        } else if (which < 40) {
            announce(knowledge.last() + 2, choices.changes(knowledge.table()), Function.identity());
        } else if (which < 70) {
            ask(DdlAcknowledge.newBuilder()
                    .setGroup(group)
                    .setShard(shard)
                    .setSeq(Math.max(0, knowledge.decided() - choices.below(2)))
                    .build());
        } else if (which < 76) {
            leave();
        } else if (which < 82) {
            join(choices.chance(50) ? knowledge.table().schema() : choices.schema());
        } else if (which < 102) {
            ShardSchema before = choices.chance(70) ? knowledge.table().schema() : choices.schema();
            announce(knowledge.last() + 1, choices.changes(knowledge.table()), one -> one.setBefore(before));
        } else if (which < 130) {
            calls.look().ifPresent(this::learn);
        } else {
            announce(knowledge.last() + 1, changes(), Function.identity());
        }
    }

    /** What a shard has that made all changes with the others, most of the time, if they make them together; else anything. */
    private ShardSchema schema() {
        return mode == DdlMode.PESSIMISTIC && choices.chance(85)
                ? agenda.table(item).schema()
                : choices.schema();
    }

    /** What the shards of a barrier have in common to announce, most of the time; else anything. */
    private List<SchemaChange> changes() {
        if (mode == DdlMode.PESSIMISTIC && choices.chance(96)) {
            // Who missed some of it does not come after the others one by one: they wait at the last one.
            item = Math.max(item, agenda.size() - 1);
            for (int tries = 0; tries < 4; tries++) {
                List<SchemaChange> common = agenda.item(item++, choices);
                if (knowledge.table().make(common)) {
                    return common;
                }
            }
        }
        return choices.changes(knowledge.table());
    }

    private DdlAnswer ask(Message command) {
        boolean repeatable =
                command instanceof DdlAcknowledge || (command instanceof DdlAnnounce && choices.chance(50));
        return calls.ask(command, repeatable ? "" : choices.key());
    }

    private void join(ShardSchema schema) {
        DdlAnswer answer = ask(DdlJoin.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setSchema(schema)
                .setSkipConflicts(choices.chance(60))
                .build());
        if (answer instanceof DdlAnswer.Said said && !said.said().repeated()) {
            knowledge.joined(schema);
        } else if (!knowledge.isMember() && !isRefused(answer, ErrorCode.DDL_JOIN_CONFLICT)) {
            resync();
        }
    }

    private static boolean isRefused(DdlAnswer answer, ErrorCode code) {
        return answer instanceof DdlAnswer.Refused refused && refused.code() == code;
    }

    private void leave() {
        ask(DdlLeave.newBuilder().setGroup(group).setShard(shard).build());
        knowledge.left();
    }

    private void announceAgain() {
        long seq = knowledge.last() - choices.below((int) Math.min(3, knowledge.last()));
        List<SchemaChange> changes = knowledge
                .sent(seq)
                .filter(sent -> choices.chance(85))
                .orElseGet(() -> choices.changes(knowledge.table()));
        ask(announcement(seq, changes).build());
    }

    private DdlAnnounce.Builder announcement(long seq, List<SchemaChange> changes) {
        return DdlAnnounce.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setSeq(seq)
                .addAllChanges(changes);
    }

    private void announce(
            long seq, List<SchemaChange> changes, Function<DdlAnnounce.Builder, DdlAnnounce.Builder> more) {
        DdlAnswer answer = ask(more.apply(announcement(seq, changes)).build());
        if (answer instanceof DdlAnswer.Said said) {
            knowledge.announced(seq, changes, said.verdict());
        } else if (answer instanceof DdlAnswer.Refused refused) {
            objected(refused.code(), seq == knowledge.last() + 1);
        }
    }

    private void objected(ErrorCode code, boolean meant) {
        if (code == ErrorCode.DDL_MEMBER_NOT_FOUND) {
            knowledge.left();
            return;
        }
        boolean misled = code == ErrorCode.DDL_SEQ_GAP
                || code == ErrorCode.DDL_SEQ_MISMATCH
                || code == ErrorCode.DDL_SEQ_ACKNOWLEDGED;
        if ((meant && misled) || knowledge.objections() > MOST_OBJECTIONS) {
            resync();
        }
    }

    private void learn(GroupSeen seen) {
        seen.shard(shard).ifPresentOrElse(knowledge::seen, knowledge::left);
    }

    /** Finds out where it stands, and says what schema it has. */
    private void resync() {
        calls.look().ifPresent(this::learn);
        if (knowledge.isMember()) {
            resolve(DdlVerb.VERB_SET_SCHEMA);
        }
    }

    private void getUnstuck() {
        if (choices.chance(70)) {
            calls.await(knowledge.decided() + 1);
        }
        Optional<GroupSeen> seen = calls.look();
        seen.ifPresent(this::learn);
        Optional<GroupSeen.Shard> there = seen.flatMap(group -> group.shard(shard));
        if (there.isEmpty() || !knowledge.isStuck()) {
            return;
        }
        boolean blocked = there.get().state().equals("BLOCKED");
        int patience = mode == DdlMode.PESSIMISTIC && !blocked ? 15 : 50;
        if (choices.chance(patience)) {
            resolve(choices.of(VERBS));
            calls.look().ifPresent(this::learn);
        }
    }

    private void resolve(DdlVerb verb) {
        DdlResolve.Builder resolve =
                DdlResolve.newBuilder().setGroup(group).setShard(shard).setVerb(verb);
        long seq = knowledge.decided() + 1;
        List<SchemaChange> instead = List.of();
        ShardSchema wanted = choices.chance(mode == DdlMode.PESSIMISTIC ? 10 : 70)
                ? knowledge.table().schema()
                : schema();
        if (verb == DdlVerb.VERB_REPLACE) {
            instead = instead();
            resolve.addAllChanges(instead);
        } else if (verb == DdlVerb.VERB_SET_SCHEMA) {
            resolve.setSchema(wanted);
        }
        if (choices.chance(10)) {
            resolve.setSeq(seq + choices.below(2));
        }
        DdlAnswer answer = ask(resolve.build());
        if (!(answer instanceof DdlAnswer.Said said)) {
            return;
        }
        switch (verb) {
            case VERB_DETACH -> knowledge.left();
            case VERB_SET_SCHEMA -> knowledge.set(wanted);
            case VERB_REPLACE -> knowledge.replaced(said.seq(), instead);
            default -> knowledge.ended(said.seq(), said.verdict());
        }
    }

    /** What to do instead of the first announcement that waits: what the others wait with, perhaps. */
    private List<SchemaChange> instead() {
        Optional<List<SchemaChange>> common =
                agenda.item(agenda.size() - 1).filter(changes -> mode == DdlMode.PESSIMISTIC && choices.chance(80));
        common.ifPresent(changes -> item = agenda.size());
        return common.orElseGet(() -> choices.changes(knowledge.decidedTable()));
    }
}
