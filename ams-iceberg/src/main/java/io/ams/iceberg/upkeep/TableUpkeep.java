package io.ams.iceberg.upkeep;

import io.ams.op.Operations;
import io.ams.op.Settings;
import io.ams.proto.BucketRow;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.TableRow;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reader;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.raft.Submitter;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.View;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the owner does about one table when it looks at it: plan, commit, or nothing yet. Everything is read from the state anew,
 * so it does not matter what an earlier look, or an earlier owner, was about to do. For many threads, but one table at a time.
 */
final class TableUpkeep {
    private static final Logger LOG = LoggerFactory.getLogger(TableUpkeep.class);
    private static final long RETRY_MILLIS = 250;
    private static final long RETRY_MAX_MILLIS = 30_000;

    /**
     * What the state says about a table, read at one point.
     *
     * @param process the one under way
     * @param last the last one of which this owner knows
     */
    private record Facts(
            TableRow table, long epoch, Optional<ProcessRow> process, Optional<ProcessRow> last, boolean enabled) {
        /** Whether the last process left work: it failed, or was as large as one may be. */
        boolean isLeftOver() {
            return last.filter(row -> row.getState() == ProcessState.FAILED
                            || (row.getState() == ProcessState.SUCCESS && row.getTasks() >= MinorPlanner.MOST_TASKS))
                    .isPresent();
        }
    }

    private final String nodeId;
    private final Reader reader;
    private final Submitter submitter;
    private final MinorPlanner planner;
    private final ProcessCommitter committer;
    private final Clock clock;
    private final ProcessIds ids;
    private final Map<String, TableMemory> memories = new ConcurrentHashMap<>();

    TableUpkeep(
            String nodeId,
            Reader reader,
            Submitter submitter,
            MinorPlanner planner,
            ProcessCommitter committer,
            Clock clock) {
        this.nodeId = nodeId;
        this.reader = reader;
        this.submitter = submitter;
        this.planner = planner;
        this.committer = committer;
        this.clock = clock;
        this.ids = new ProcessIds(clock);
    }

    /** Does what the table needs now; answers when to look again, if the passing of time alone can change something. */
    OptionalLong look(String uuid) {
        TableMemory memory = memories.computeIfAbsent(uuid, this::firstLook);
        Read<Optional<Facts>> read = reader.read(
                        Consistency.bookmark(memory.seenIndex()), view -> facts(view, uuid, memory.lastProcess()))
                .toCompletableFuture()
                .join();
        if (read.value().isEmpty()) {
            memories.remove(uuid);
            return OptionalLong.empty();
        }
        Facts facts = read.value().get();
        if (facts.process().isEmpty()) {
            return evaluate(facts, memory);
        }
        ProcessRow process = facts.process().get();
        TableMemory now = memory.process(process.getProcessId());
        memories.put(uuid, now);
        return process.getState() == ProcessState.COMMITTING
                ? commit(facts, now, read.appliedIndex())
                : OptionalLong.empty();
    }

    /** A new owner has the history to tell from whether the last process left work. */
    private TableMemory firstLook(String uuid) {
        return TableMemory.of(reader.readLocal(view -> {
                    String[] last = {""};
                    view.scan(Columns.PROCESSES, Keys.ProcessKey.of(uuid), (key, row) -> {
                        last[0] = key.processId();
                        return true;
                    });
                    return last[0];
                })
                .value());
    }

    /** The last look ended badly; answers when to try again. */
    OptionalLong failed(String uuid) {
        TableMemory memory = memories.getOrDefault(uuid, TableMemory.of("")).failed();
        memories.put(uuid, memory);
        return later(memory);
    }

    private Optional<Facts> facts(View view, String uuid, String lastProcess) {
        Optional<TableRow> table = view.get(Columns.TABLES, uuid);
        Optional<BucketRow> bucket = table.flatMap(row -> view.get(Columns.BUCKETS, row.getBucket()))
                .filter(row -> row.getOwner().equals(nodeId));
        if (table.isEmpty() || bucket.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Facts(
                table.get(),
                bucket.get().getEpoch(),
                process(view, uuid, table.get().getRunningProcess()),
                process(view, uuid, lastProcess),
                Boolean.parseBoolean(Settings.UPKEEP_ENABLED.in(view))));
    }

    private static Optional<ProcessRow> process(View view, String uuid, String id) {
        return id.isEmpty() ? Optional.empty() : view.get(Columns.PROCESSES, new Keys.ProcessKey(uuid, id));
    }

    private OptionalLong commit(Facts facts, TableMemory memory, long seenIndex) {
        ProcessRow process = facts.process().orElseThrow();
        if (committer.commit(facts.table(), process, facts.epoch(), seenIndex) == ProcessCommitter.End.LATER) {
            TableMemory failed = memory.failed();
            memories.put(facts.table().getUuid(), failed);
            return later(failed);
        }
        memories.put(facts.table().getUuid(), memory.worked().saw(seenIndex));
        return OptionalLong.empty();
    }

    private OptionalLong evaluate(Facts facts, TableMemory memory) {
        long now = clock.millis();
        TableRow table = facts.table();
        UpkeepSettings settings = UpkeepSettings.of(table);
        TableHealth health = TableHealth.of(table, Optional.empty(), facts.enabled(), now);
        boolean wanted = health.status() == TableHealth.Status.PENDING
                || (health.status() == TableHealth.Status.IDLE && (memory.more() || facts.isLeftOver()));
        if (!wanted) {
            return health.dueAtMillis();
        }
        boolean anyFragments = TableHealth.isIntervalOver(table, settings, now);
        if (memory.nothingIn() == table.getVersion() && (memory.nothingAtAll() || !anyFragments)) {
            return anyFragments ? OptionalLong.empty() : intervalEnd(table, settings);
        }
        long plannable = memory.plannedAtMillis() + settings.minPlanIntervalMillis();
        if (memory.plannedAtMillis() > 0 && now < plannable && !memory.more()) {
            return OptionalLong.of(plannable);
        }
        return plan(facts, memory, health.reason(), anyFragments);
    }

    private static OptionalLong intervalEnd(TableRow table, UpkeepSettings settings) {
        return settings.minorIntervalMillis() < 0 || table.getBacklog().getFiles() == 0
                ? OptionalLong.empty()
                : OptionalLong.of(table.getBacklog().getFirstAtMillis() + settings.minorIntervalMillis());
    }

    private OptionalLong plan(Facts facts, TableMemory memory, String why, boolean anyFragments) {
        TableRow table = facts.table();
        UpkeepPlan plan = planner.plan(table, anyFragments);
        long now = clock.millis();
        if (plan.isEmpty()) {
            LOG.debug("table {} version {}: {}", table.getUuid(), table.getVersion(), plan.reason());
            memories.put(table.getUuid(), memory.foundNothing(now, table.getVersion(), anyFragments));
            return anyFragments ? OptionalLong.empty() : intervalEnd(table, UpkeepSettings.of(table));
        }
        Reply<ProcessRow> reply = submitter
                .submit(Operations.PROCESS_CREATE, process(facts, plan, why), Submission.by(nodeId))
                .toCompletableFuture()
                .join();
        return reply.fold(
                accepted -> {
                    memories.put(
                            table.getUuid(),
                            memory.planned(now, accepted.result().getProcessId(), plan.more())
                                    .saw(accepted.index()));
                    return OptionalLong.empty();
                },
                refused -> {
                    LOG.info("table {} was not planned: {}: {}", table.getUuid(), refused.code(), refused.detail());
                    TableMemory failed = memory.failed().saw(refused.index());
                    memories.put(table.getUuid(), failed);
                    return later(failed);
                });
    }

    private io.ams.proto.ProcessCreate process(Facts facts, UpkeepPlan plan, String why) {
        return io.ams.proto.ProcessCreate.newBuilder()
                .setProcessId(ids.next())
                .setTableUuid(facts.table().getUuid())
                .setEpoch(facts.epoch())
                .setKind(plan.kind())
                .setReason(why + ": " + plan.reason())
                .setGroup(UpkeepSettings.of(facts.table()).group())
                .setBaseSnapshotId(plan.baseSnapshotId())
                .addAllTasks(plan.tasks())
                .build();
    }

    private OptionalLong later(TableMemory memory) {
        long wait = RETRY_MILLIS << Math.min(10, memory.failures());
        return OptionalLong.of(clock.millis() + Math.min(RETRY_MAX_MILLIS, wait));
    }
}
