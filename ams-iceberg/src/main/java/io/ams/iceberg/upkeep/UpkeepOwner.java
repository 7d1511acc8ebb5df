package io.ams.iceberg.upkeep;

import io.ams.op.Settings;
import io.ams.proto.BucketRow;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.PurgeRow;
import io.ams.proto.TableRow;
import io.ams.publish.StateChange;
import io.ams.publish.StatePublisher;
import io.ams.raft.Reader;
import io.ams.raft.Replica;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.Rows;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps up the tables of the buckets that this node owns. Runs on every node; driven by what changes in the state and by time,
 * never by a loop over all tables.
 *
 * <p>On the thread that applies the log it only takes note of keys; a small pool looks at them, one table by one thread at a
 * time. Losing a bucket needs no goodbye: what a former owner still submits carries an old epoch and is refused.
 */
public final class UpkeepOwner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UpkeepOwner.class);
    private static final long RETRY_MILLIS = 5_000;

    /** Something to look at. */
    private sealed interface Work {
        record Table(String uuid) implements Work {}

        record Purge(String tableUuid) implements Work {}

        /** The tables of a bucket that was gained. */
        record Bucket(int number) implements Work {}

        /** Everything: at the start, and when the whole state was replaced. */
        record Everything() implements Work {}
    }

    private final Replica replica;
    private final Reader reader;
    private final String nodeId;
    private final TableUpkeep upkeep;
    private final PurgeRunner purges;
    private final OwnedBuckets buckets;
    private final WorkQueue<Work> queue;
    private final Clock clock;
    private final List<Thread> threads = new ArrayList<>();
    private final StatePublisher publisher = this::onChange;

    /**
     * @param nodeId the node whose buckets are meant
     * @param threads how many tables are looked at at a time
     */
    public UpkeepOwner(Replica replica, String nodeId, TableMetadataSource tables, Clock clock, int threads) {
        this.replica = replica;
        this.reader = replica.reader();
        this.nodeId = nodeId;
        this.clock = clock;
        this.upkeep = new TableUpkeep(
                nodeId,
                reader,
                replica.submitter(),
                new MinorPlanner(tables),
                new ProcessCommitter(nodeId, reader, replica.submitter(), tables),
                clock);
        this.purges = new PurgeRunner(nodeId, replica.submitter(), tables);
        this.buckets = new OwnedBuckets(nodeId);
        this.queue = new WorkQueue<>(clock);
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(this::workLoop, "ams-upkeep-" + (i + 1));
            thread.setDaemon(true);
            this.threads.add(thread);
        }
    }

    /** Begins; returns at once. */
    public void start() {
        replica.subscribe(publisher);
        queue.offer(new Work.Everything());
        threads.forEach(Thread::start);
    }

    /** Ends; waits for what is being looked at just now. */
    @Override
    public void close() {
        replica.unsubscribe(publisher);
        queue.close();
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            threads.forEach(Thread::interrupt);
            Thread.currentThread().interrupt();
        }
    }

    private void onChange(StateChange change) {
        if (change.kind() == StateChange.Kind.RESET
                || change.changes()
                        .of(Columns.SETTINGS)
                        .anyMatch(setting -> setting.key().equals(Settings.UPKEEP_ENABLED.key()))) {
            queue.offer(new Work.Everything());
        }
        change.changes().of(Columns.BUCKETS).forEach(bucket -> bucket.row().ifPresent(this::noteBucket));
        change.changes().of(Columns.TABLES).forEach(table -> table.row().ifPresent(this::noteTable));
        change.changes().of(Columns.PROCESSES).forEach(process -> process.row().ifPresent(this::noteProcess));
        change.changes().of(Columns.PURGES).forEach(purge -> purge.row().ifPresent(this::notePurge));
    }

    private void noteBucket(BucketRow row) {
        if (buckets.note(row)) {
            queue.offer(new Work.Bucket(row.getBucket()));
        }
    }

    private void noteTable(TableRow row) {
        // While workers are on it nothing about the table itself asks for the owner.
        if (buckets.owns(row.getBucket()) && row.getRunningProcess().isEmpty()) {
            queue.offer(new Work.Table(row.getUuid()));
        }
    }

    /** A process row does not say the bucket; the look finds out whether the table is this node's. */
    private void noteProcess(ProcessRow row) {
        if (row.getState() == ProcessState.COMMITTING) {
            queue.offer(new Work.Table(row.getTableUuid()));
        }
    }

    private void notePurge(PurgeRow row) {
        if (buckets.owns(row.getBucket())) {
            queue.offer(new Work.Purge(row.getTableUuid()));
        }
    }

    private void workLoop() {
        try {
            Optional<Work> work = queue.take();
            while (work.isPresent()) {
                look(work.get());
                work = queue.take();
            }
        } catch (InterruptedException e) {
            // Only close() interrupts these threads.
            Thread.currentThread().interrupt();
        }
    }

    private void look(Work work) {
        try {
            OptionalLong again = again(work);
            again.ifPresent(at -> queue.offerAt(work, at));
        } catch (RuntimeException e) {
            LOG.warn("upkeep on node {}: {} failed and is tried again", nodeId, work, e);
            OptionalLong retry = work instanceof Work.Table table
                    ? upkeep.failed(table.uuid())
                    : OptionalLong.of(clock.millis() + RETRY_MILLIS);
            retry.ifPresent(at -> queue.offerAt(work, at));
        } finally {
            queue.done(work);
        }
    }

    private OptionalLong again(Work work) {
        if (work instanceof Work.Table table) {
            return upkeep.look(table.uuid());
        }
        if (work instanceof Work.Purge purge) {
            return purge(purge.tableUuid());
        }
        if (work instanceof Work.Bucket bucket) {
            offerTables(List.of(bucket.number()));
        } else {
            offerEverything();
        }
        return OptionalLong.empty();
    }

    private void offerEverything() {
        List<BucketRow> rows = reader.readLocal(view -> Rows.values(view, Columns.BUCKETS, KeyRange.all()))
                .value();
        rows.forEach(buckets::note);
        offerTables(
                rows.stream().map(BucketRow::getBucket).filter(buckets::owns).toList());
    }

    private void offerTables(List<Integer> gained) {
        List<Work> found = reader.readLocal(view -> {
                    List<Work> works = new ArrayList<>();
                    for (int bucket : gained) {
                        view.scan(Columns.BUCKET_TABLES, Keys.BucketTableKey.in(bucket), (key, mark) -> {
                            works.add(new Work.Table(key.tableUuid()));
                            return true;
                        });
                    }
                    view.scan(Columns.PURGES, KeyRange.all(), (uuid, purge) -> {
                        if (gained.contains(purge.getBucket())) {
                            works.add(new Work.Purge(uuid));
                        }
                        return true;
                    });
                    return works;
                })
                .value();
        LOG.debug("node {}: {} tables and purges to look at", nodeId, found.size());
        found.forEach(queue::offer);
    }

    private OptionalLong purge(String uuid) {
        Optional<Map.Entry<PurgeRow, Long>> owned = reader.readLocal(view -> view.get(Columns.PURGES, uuid)
                        .flatMap(purge -> view.get(Columns.BUCKETS, purge.getBucket())
                                .filter(bucket -> bucket.getOwner().equals(nodeId))
                                .map(bucket -> Map.entry(purge, bucket.getEpoch()))))
                .value();
        if (owned.isEmpty() || purges.purge(owned.get().getKey(), owned.get().getValue())) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(clock.millis() + RETRY_MILLIS);
    }
}
