package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.ddl.TargetDraft;
import io.ams.op.ErrorCode;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlDropPolicy;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlReaddPolicy;
import io.ams.proto.DdlRenamePolicy;
import io.ams.proto.DdlResolve;
import io.ams.proto.DdlVerb;
import io.ams.proto.ShardSchema;
import io.ams.raft.Reply;
import io.ams.testkit.SoloReplica;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * One group whose shards, operators and users of the table do anything at any time. After every command all invariants are checked;
 * in the end everything that waits is ended by verbs.
 */
final class RandomGroup {
    private static final String GROUP = "g";
    private static final List<String> SHARDS = List.of("A", "B", "C", "D", "E", "F");
    private static final int MOST_MEMBERS = 4;
    private static final List<DdlVerb> VERBS = List.of(
            DdlVerb.VERB_SKIP,
            DdlVerb.VERB_NEW_FIELD,
            DdlVerb.VERB_REPLACE,
            DdlVerb.VERB_SET_SCHEMA,
            DdlVerb.VERB_DETACH);

    private final RandomChanges random;
    private final DdlDriver driver;
    private final Deque<String> history = new ArrayDeque<>();
    private final Map<ErrorCode, Integer> refusals = new EnumMap<>(ErrorCode.class);
    private GroupInvariants now;
    private DdlMode mode;

    RandomGroup(long seed) {
        this.random = new RandomChanges(new SplittableRandom(seed));
        SoloReplica replica = Replicas.solo();
        this.driver = new DdlDriver(() -> replica);
        this.mode = mode();
        driver.createGroup(GROUP, mode, policies(), DdlDriver.emptyShape(2 + random.below(2)));
        this.now = read();
    }

    private GroupInvariants read() {
        return driver.read(view -> GroupInvariants.check(view, GROUP));
    }

    private DdlMode mode() {
        return random.of(List.of(DdlMode.PESSIMISTIC, DdlMode.OPTIMISTIC, DdlMode.STRICT_OPTIMISTIC));
    }

    private DdlPolicies policies() {
        return DdlPolicies.newBuilder()
                .setDrop(random.of(
                        List.of(DdlDropPolicy.DROP_DELETE, DdlDropPolicy.DROP_DELETE, DdlDropPolicy.DROP_RETAIN)))
                .setRename(random.of(List.of(
                        DdlRenamePolicy.RENAME_FIRST, DdlRenamePolicy.RENAME_ALL, DdlRenamePolicy.RENAME_NEVER)))
                .setReadd(random.of(List.of(DdlReaddPolicy.READD_CONFLICT, DdlReaddPolicy.READD_GENERATION)))
                .setDateToTimestamp(random.chance(50))
                .build();
    }

    /** Does so many things, then ends everything that waits. */
    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            checked(this::doSomething);
        }
        endAll();
    }

    private void checked(Runnable command) {
        try {
            command.run();
            GroupInvariants before = now;
            now = read();
            now.checkSince(before);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("after\n  " + String.join("\n  ", history) + "\n" + e.getMessage(), e);
        }
    }

    private void told(String what) {
        history.addLast(what);
        if (history.size() > 14) {
            history.removeFirst();
        }
    }

    private void took(String what, Reply<?> reply) {
        told(what + ": "
                + reply.fold(
                        done -> done.result() instanceof DdlDecided decided ? DdlScene.said(decided) : "ok",
                        failed -> failed.code() + " " + failed.detail()));
        if (reply instanceof Reply.Failed<?> failed) {
            refusals.merge(failed.code(), 1, Integer::sum);
        }
    }

    private void doSomething() {
        Optional<DdlMemberRow> member = someMember();
        int choice = random.below(100);
        if (member.isEmpty() || (choice < 10 && now.group().getMembers() < MOST_MEMBERS)) {
            join();
        } else if (choice < 62) {
            announce(member.get());
        } else if (choice < 76) {
            resolve(member.get(), random.of(VERBS));
        } else if (choice < 79) {
            took(
                    "leave " + member.get().getShard(),
                    driver.leave(GROUP, member.get().getShard()));
        } else if (choice < 82) {
            String to = random.of(SHARDS);
            took(
                    "rebind " + member.get().getShard() + " " + to,
                    driver.rebind(GROUP, member.get().getShard(), to));
        } else if (choice < 84) {
            configure();
        } else if (choice < 93) {
            TableUser.change(random, TargetDraft.of(now.target()).shape()).ifPresent(change -> {
                told("table: " + change.what());
                driver.changeTable(GROUP, shape -> change.shape()).orThrow();
                took("retry", driver.retry(GROUP));
            });
        } else {
            acknowledge(member.get());
        }
    }

    private Optional<DdlMemberRow> someMember() {
        List<DdlMemberRow> there = now.members().stream()
                .filter(member -> member.getState() != DdlMemberState.MEMBER_LEFT)
                .toList();
        return there.isEmpty() ? Optional.empty() : Optional.of(random.of(there));
    }

    private void join() {
        DdlJoin join = DdlJoin.newBuilder()
                .setGroup(GROUP)
                .setShard(random.of(SHARDS))
                .setSchema(random.schema())
                .setLoading(random.chance(20))
                .setSkipConflicts(random.chance(60))
                .build();
        took("join " + Texts.of(join.getSchema(), join.getShard()), driver.join(join));
    }

    private void announce(DdlMemberRow member) {
        if (member.getState() == DdlMemberState.MEMBER_LOADING && random.chance(20)) {
            DdlJoin streams = DdlJoin.newBuilder()
                    .setGroup(GROUP)
                    .setShard(member.getShard())
                    .build();
            took("stream " + member.getShard(), driver.join(streams));
            return;
        }
        long seq = random.chance(92) ? member.getAnnounced() + 1 : random.below(5);
        DdlAnnounce announcement = DdlAnnounce.newBuilder()
                .setGroup(GROUP)
                .setShard(member.getShard())
                .setSeq(seq)
                .addAllChanges(seen(member).orElseGet(() -> random.changes(upstream(member))))
                .build();
        took("announce " + Texts.of(announcement), driver.announce(announcement));
    }

    /** In a pessimistic group mostly what others announced, so that barriers are passed. */
    private Optional<List<io.ams.proto.SchemaChange>> seen(DdlMemberRow member) {
        return mode != DdlMode.PESSIMISTIC || random.chance(15)
                ? Optional.empty()
                : now.pendings().stream()
                        .filter(row -> row.getBarrier() == member.getNextBarrier())
                        .map(DdlPendingRow::getChangesList)
                        .findFirst();
    }

    /** The shard's schema as the shard sees it: with what is not decided yet. */
    private ShardSchema upstream(DdlMemberRow member) {
        ShardSchema schema = member.getSchema();
        for (DdlPendingRow pending : now.pendings()) {
            if (pending.getShard().equals(member.getShard())) {
                ShardSchema next = RandomChanges.after(schema, pending.getChangesList());
                schema = next.getColumnsCount() == 0 ? schema : next;
            }
        }
        return schema;
    }

    private Reply<DdlDecided> resolve(DdlMemberRow member, DdlVerb verb) {
        DdlResolve.Builder resolve = DdlResolve.newBuilder()
                .setGroup(GROUP)
                .setShard(member.getShard())
                .setVerb(verb);
        if (verb == DdlVerb.VERB_REPLACE) {
            resolve.addAllChanges(random.changes(member.getSchema()));
        } else if (verb == DdlVerb.VERB_SET_SCHEMA) {
            resolve.setSchema(random.schema());
        }
        Reply<DdlDecided> reply = driver.resolve(resolve.build());
        took("resolve " + Texts.of(resolve.build()), reply);
        return reply;
    }

    private void configure() {
        Reply<?> reply;
        if (random.chance(50)) {
            DdlMode asked = mode();
            reply = driver.configure(GROUP, asked);
            mode = reply.isAccepted() ? asked : mode;
        } else {
            reply = driver.configure(GROUP, policies());
        }
        took("configure", reply);
    }

    private void acknowledge(DdlMemberRow member) {
        long seq = member.getDecided() - random.below(3);
        took("acknowledge " + member.getShard() + " " + seq, driver.acknowledge(GROUP, member.getShard(), seq));
    }

    /** Every verb that may be used ends what it is used on; in the end nothing waits. */
    private void endAll() {
        for (int tries = 0; !now.pendings().isEmpty(); tries++) {
            assertThat(tries).as("verbs until nothing waits").isLessThan(1_000);
            DdlPendingRow first = now.pendings().get(0);
            DdlMemberRow member = now.members().stream()
                    .filter(row -> row.getShard().equals(first.getShard()))
                    .findFirst()
                    .orElseThrow();
            DdlVerb verb = random.of(
                    List.of(DdlVerb.VERB_SKIP, DdlVerb.VERB_SKIP, DdlVerb.VERB_NEW_FIELD, DdlVerb.VERB_SET_SCHEMA));
            checked(() -> resolve(member, verb));
        }
        assertThat(now.group().getConflicts()).isZero();
        assertThat(now.group().getHeadBarrier()).isEqualTo(now.group().getNextBarrier());
    }

    /** How often each refusal was met. */
    Map<ErrorCode, Integer> refusals() {
        return refusals;
    }
}
