package io.ams.testkit.ddl.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.DdlMode;
import io.ams.testkit.ddl.model.DdlReferenceModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Eight shards of one group at work, each on a thread of its own, until they have made so many announcements. For one thread, but for
 * {@link #history}.
 */
public final class DdlLoad implements AutoCloseable {
    private static final int SHARDS = 8;

    private final DdlDoor door;
    private final DdlHistory history;
    private final ExecutorService threads = Executors.newFixedThreadPool(SHARDS);
    private final List<Future<?>> lives = new ArrayList<>();

    private DdlLoad(DdlDoor door, DdlHistory history) {
        this.door = door;
        this.history = history;
    }

    /**
     * Lets the shards begin; the group is there, with the default policies and a table without columns.
     *
     * @param format version of the table
     * @param announcements how many they are to make together, at least
     */
    public static DdlLoad start(DdlDoor door, String group, DdlMode mode, int format, long seed, long announcements) {
        DdlHistory history = new DdlHistory(group, () -> new DdlReferenceModel(mode, false, format));
        DdlLoad load = new DdlLoad(door, history);
        SplittableRandom random = new SplittableRandom(seed);
        Agenda agenda = new Agenda(new ShardChoices(random.split()).schema());
        for (int i = 0; i < SHARDS; i++) {
            ShardLife life = new ShardLife(
                    history,
                    "s" + i,
                    mode,
                    agenda,
                    random.split(),
                    door,
                    () -> history.announcements() < announcements);
            load.lives.add(load.threads.submit(life));
        }
        return load;
    }

    public DdlHistory history() {
        return history;
    }

    /** Whether every shard has ended, well or not. */
    public boolean isOver() {
        return lives.stream().allMatch(Future::isDone);
    }

    /** How many announcements they have made; fails if a shard did not end well. */
    public long announcements() {
        lives.stream().filter(Future::isDone).forEach(life -> end(life, 0));
        return history.announcements();
    }

    /** Waits until every shard has ended; fails if one did not end well. */
    public void await(Duration patience) {
        long until = System.nanoTime() + patience.toNanos();
        lives.forEach(life -> end(life, until - System.nanoTime()));
    }

    private void end(Future<?> life, long patienceNanos) {
        try {
            life.get(Math.max(0, patienceNanos), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("a shard of " + history.group() + " did not end well: " + history.counts(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Looks at the group on every node, and returns what the last one shows. */
    public GroupSeen lookEverywhere() {
        GroupSeen last = new GroupSeen(GroupSeen.Depth.GLANCE, 0, List.of());
        for (int node = 0; node < door.nodes(); node++) {
            Optional<GroupSeen> seen = ShardCalls.look(door, history, node);
            assertThat(seen).as("the group as node %s shows it", node).isPresent();
            last = seen.get();
        }
        return last;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
