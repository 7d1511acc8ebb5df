package io.ams.raft.ratis;

import io.ams.apply.Applier;
import io.ams.op.ErrorCode;
import io.ams.proto.Batch;
import io.ams.proto.BatchOutcome;
import io.ams.proto.Entry;
import io.ams.proto.EntryOutcome;
import io.ams.raft.ratis.Flight.Forwarded;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Group commit: everything that waits is taken into one batch and sent on its way.
 *
 * <p>While this node leads, its own batch, the batches that others forwarded, and the barriers of readers go into one entry of
 * the log; a second entry is put in flight only when many commands wait, since more entries in flight only make smaller ones.
 * Otherwise the batch goes to the leader. A batch that meets a change of leader is sent again, unchanged, until its answer or
 * its deadline comes.
 *
 * <p>Whoever brings something or ends a round takes the next turn himself, for a hand-off costs more than the turn; but for those
 * who run on event loops. A thread of its own looks after what is due by time.
 */
final class WriteLoop implements AutoCloseable {
    /** Bound of one entry; a batch that is bigger goes alone. */
    private static final int ENTRY_BYTES = 1 << 20;

    /** A second flight only pays when so many wait. Measured by bin/ams-bench core. */
    private static final int SECOND_FLIGHT_COMMANDS = 64;

    private static final int MAX_FLIGHTS = 2;

    /** Own batches without an answer: fewer than the state machine remembers. */
    private static final int MAX_UNANSWERED = Applier.REMEMBERED_BATCHES - 4;

    private static final int MAX_FORWARDED = 50_000;
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final String origin;
    private final long run;
    private final LogAccess log;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final Executor callbacks;
    private final Executor replies;
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final WaitingCommands waiting = new WaitingCommands();
    private final NavigableMap<Long, OutgoingBatch> unanswered = new TreeMap<>();
    private final Deque<OutgoingBatch> again = new ArrayDeque<>();
    private final Deque<Forwarded> forwarded = new ArrayDeque<>();
    private int forwardedCommands;
    private List<CompletableFuture<Long>> barriers = new ArrayList<>();
    private boolean trailing;
    /** Something changed since the loop's own thread looked. */
    private boolean news;

    private int flights;
    private long lastSequence;
    private boolean closed;

    /**
     * @param origin id of this node
     * @param run grows with every start of this node
     * @param nanoTime what deadlines of commands are measured by
     * @param callbacks for what follows the end of a round; must not block
     * @param replies tells the callers of commands, who may block
     */
    WriteLoop(
            String origin,
            long run,
            LogAccess log,
            Clock clock,
            LongSupplier nanoTime,
            Executor callbacks,
            Executor replies) {
        this.origin = origin;
        this.run = run;
        this.log = log;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.callbacks = callbacks;
        this.replies = replies;
        this.thread = new Thread(this::loop, "ams-write-loop");
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Takes a command of this node. Its caller is told in any case. */
    void add(PendingCommand command) {
        boolean turn = false;
        lock.lock();
        try {
            if (closed) {
                reject(command, ErrorCode.STOPPING, "this node is stopping; use another one");
            } else if (waiting.offer(command)) {
                turn = hasRoom();
            } else {
                reject(command, ErrorCode.OVERLOADED, "too many commands wait on this node; try again later");
            }
        } finally {
            lock.unlock();
        }
        if (turn) {
            takeTurns();
        }
    }

    /** Whether one more flight may leave now. The end of a flight is a turn in any case. */
    private boolean hasRoom() {
        return flights == 0 || (flights < MAX_FLIGHTS && commandsHere() >= SECOND_FLIGHT_COMMANDS);
    }

    private int commandsHere() {
        return waiting.size() + forwardedCommands;
    }

    private void reject(PendingCommand command, ErrorCode code, String detail) {
        replies.execute(() -> command.caller().failed(code, detail));
    }

    /** Takes a batch of another node, for which this node leads. */
    CompletableFuture<BatchOutcome> addForwarded(Batch batch) {
        CompletableFuture<BatchOutcome> answer = new CompletableFuture<>();
        lock.lock();
        try {
            if (closed || forwardedCommands >= MAX_FORWARDED) {
                answer.completeExceptionally(
                        new LogAccess.NotProposedException(closed ? "stopping" : "too many commands wait"));
            } else {
                forwarded.add(new Forwarded(batch, answer));
                forwardedCommands += batch.getCommandsCount();
                wakeIf(hasRoom());
            }
        } finally {
            lock.unlock();
        }
        return answer;
    }

    /**
     * The index of an entry that is proposed after this call, once it is applied here. Fails with {@link
     * LogAccess.NotProposedException} when this node does not lead.
     */
    CompletableFuture<Long> barrier() {
        CompletableFuture<Long> reached = new CompletableFuture<>();
        lock.lock();
        try {
            if (closed) {
                reached.completeExceptionally(new LogAccess.NotProposedException("this node is stopping"));
            } else {
                barriers.add(reached);
                wakeIf(true);
            }
        } finally {
            lock.unlock();
        }
        return reached;
    }

    /**
     * Sees to it that one more entry follows soon: a follower learns how far the log is committed from the next entry, or only
     * from the next heartbeat.
     */
    void follow() {
        lock.lock();
        try {
            trailing = true;
            wakeIf(true);
        } finally {
            lock.unlock();
        }
    }

    /** Looks again: who leads has changed. */
    void wake() {
        lock.lock();
        try {
            wakeIf(true);
        } finally {
            lock.unlock();
        }
    }

    private void wakeIf(boolean needed) {
        if (needed) {
            news = true;
            changed.signal();
        }
    }

    private void loop() {
        while (awaitNews()) {
            takeTurns();
        }
    }

    /** Waits for news, or until it is time to look again; false when the loop is closed. */
    private boolean awaitNews() {
        lock.lock();
        try {
            boolean soon = !again.isEmpty() || (!waiting.isEmpty() && !log.leads());
            long left = soon ? AGAIN_NANOS : IDLE_NANOS;
            while (!closed && !news && left > 0) {
                left = changed.awaitNanos(left);
            }
            news = false;
            return !closed;
        } catch (InterruptedException e) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Sends whatever may leave now. */
    private void takeTurns() {
        for (Flight flight = next(); flight != null; flight = next()) {
            if (flight.toLeader()) {
                flight.own().forEach(this::forward);
            } else {
                propose(flight);
            }
        }
    }

    /** What may leave now; null if nothing. */
    private @Nullable Flight next() {
        lock.lock();
        try {
            if (closed) {
                return null;
            }
            long now = nanoTime.getAsLong();
            giveUpWhatIsOver(now);
            boolean leads = log.leads();
            if (!leads) {
                refuseOthers();
            }
            if (!mayFly(now, leads)) {
                return null;
            }
            return leads ? entryFlight(now) : Flight.toLeader(own(now, 1));
        } finally {
            lock.unlock();
        }
    }

    private boolean mayFly(long now, boolean leads) {
        boolean own = again.stream().anyMatch(batch -> batch.isDue(now)) || (!waiting.isEmpty() && mayFormBatch());
        boolean something =
                leads ? own || !forwarded.isEmpty() || !barriers.isEmpty() || trailing : own && log.knowsLeader();
        return something && hasRoom();
    }

    private boolean mayFormBatch() {
        return unanswered.isEmpty() || lastSequence + 1 - unanswered.firstKey() < MAX_UNANSWERED;
    }

    private Flight entryFlight(long now) {
        List<OutgoingBatch> own = own(now, MAX_UNANSWERED);
        List<Forwarded> others = new ArrayList<>();
        int bytes =
                own.stream().mapToInt(one -> one.batch().getSerializedSize()).sum();
        while (!forwarded.isEmpty() && (bytes == 0 || bytes < ENTRY_BYTES)) {
            Forwarded one = forwarded.remove();
            forwardedCommands -= one.batch().getCommandsCount();
            bytes += one.batch().getSerializedSize();
            others.add(one);
        }
        List<CompletableFuture<Long>> riders = barriers;
        barriers = new ArrayList<>();
        trailing = false;
        flights++;
        return new Flight(own, others, riders, false);
    }

    /** Batches to try again that are due, and a new one of what waits; on the way to the leader each is a flight of its own. */
    private List<OutgoingBatch> own(long now, int limit) {
        List<OutgoingBatch> batches = new ArrayList<>();
        int bytes = 0;
        for (Iterator<OutgoingBatch> it = again.iterator();
                it.hasNext() && batches.size() < limit && bytes < ENTRY_BYTES; ) {
            OutgoingBatch batch = it.next();
            if (batch.isDue(now)) {
                it.remove();
                batches.add(batch);
                bytes += batch.batch().getSerializedSize();
            }
        }
        if (batches.size() < limit && bytes < ENTRY_BYTES && !waiting.isEmpty() && mayFormBatch()) {
            batches.add(form(now));
        }
        batches.forEach(OutgoingBatch::depart);
        if (limit == 1) {
            flights += batches.size();
        }
        return batches;
    }

    private OutgoingBatch form(long now) {
        List<PendingCommand> taken = waiting.takeBatch();
        Batch.Builder batch = Batch.newBuilder().setOrigin(origin).setRun(run).setSequence(++lastSequence);
        taken.forEach(command -> batch.addCommands(command.command()));
        OutgoingBatch formed = new OutgoingBatch(batch.build(), taken, now);
        unanswered.put(formed.sequence(), formed);
        return formed;
    }

    private void propose(Flight flight) {
        Entry entry = flight.toEntry(clock.millis());
        Completion.then(Completion.attempt(() -> log.propose(entry)), (proposed, failure) -> {
            if (proposed == null) {
                returned(flight, failure);
            } else if (proposed.outcome().getBatchesCount() == flight.batches()) {
                landed(flight, proposed);
            } else {
                // Applied, but its outcomes are not known here; when asked again the state machine remembers them.
                returned(flight, new IllegalStateException("an entry was answered without its outcomes"));
            }
        });
    }

    private void landed(Flight flight, LogAccess.Proposed proposed) {
        EntryOutcome outcome = proposed.outcome();
        int at = 0;
        List<Runnable> settled = new ArrayList<>();
        lock.lock();
        try {
            flights--;
            for (OutgoingBatch own : flight.own()) {
                BatchOutcome answered = outcome.getBatches(at++);
                if (unanswered.remove(own.sequence()) != null) {
                    settled.addAll(own.settling(answered));
                }
            }
        } finally {
            lock.unlock();
        }
        settled.forEach(replies::execute);
        int firstOther = at;
        callbacks.execute(this::takeTurns);
        callbacks.execute(() -> {
            int next = firstOther;
            for (Forwarded other : flight.others()) {
                other.answer().complete(outcome.getBatches(next++));
            }
            flight.barriers().forEach(barrier -> barrier.complete(proposed.index()));
        });
    }

    private void returned(Flight flight, @Nullable Throwable failure) {
        Throwable cause = reason(failure);
        lock.lock();
        try {
            flights--;
            flight.own().forEach(own -> tryAgain(own, cause));
            wakeIf(true);
        } finally {
            lock.unlock();
        }
        callbacks.execute(() -> {
            flight.others().forEach(other -> other.answer().completeExceptionally(cause));
            flight.barriers().forEach(barrier -> barrier.completeExceptionally(cause));
        });
    }

    private void tryAgain(OutgoingBatch batch, Throwable cause) {
        if (unanswered.containsKey(batch.sequence())) {
            batch.comeBack(cause instanceof LogAccess.NotProposedException, nanoTime.getAsLong());
            again.add(batch);
        }
    }

    private void forward(OutgoingBatch batch) {
        Completion.then(Completion.attempt(() -> log.forward(batch.batch())), (outcome, failure) -> {
            boolean answered = false;
            lock.lock();
            try {
                flights--;
                if (outcome != null) {
                    answered = unanswered.remove(batch.sequence()) != null;
                } else {
                    tryAgain(batch, reason(failure));
                    wakeIf(true);
                }
            } finally {
                lock.unlock();
            }
            if (outcome != null) {
                if (answered) {
                    batch.settling(outcome).forEach(replies::execute);
                }
                callbacks.execute(this::takeTurns);
            }
        });
    }

    private void refuseOthers() {
        if (forwarded.isEmpty() && barriers.isEmpty()) {
            trailing = false;
            return;
        }
        List<Forwarded> others = List.copyOf(forwarded);
        List<CompletableFuture<Long>> riders = barriers;
        forwarded.clear();
        forwardedCommands = 0;
        barriers = new ArrayList<>();
        callbacks.execute(() -> {
            LogAccess.NotProposedException refusal = new LogAccess.NotProposedException("this node does not lead");
            others.forEach(other -> other.answer().completeExceptionally(refusal));
            riders.forEach(rider -> rider.completeExceptionally(refusal));
        });
    }

    private void giveUpWhatIsOver(long now) {
        List<OutgoingBatch> over = new ArrayList<>();
        for (Iterator<OutgoingBatch> it = unanswered.values().iterator(); it.hasNext(); ) {
            OutgoingBatch batch = it.next();
            if (batch.isOver(now)) {
                it.remove();
                again.remove(batch);
                over.add(batch);
            }
        }
        List<PendingCommand> late = waiting.takeLate(now);
        if (!over.isEmpty() || !late.isEmpty()) {
            replies.execute(() -> {
                over.forEach(OutgoingBatch::giveUp);
                late.forEach(command -> command.caller()
                        .failed(
                                ErrorCode.NO_LEADER,
                                "no leader took the command in time; nothing was changed. Try again"));
            });
        }
    }

    private static Throwable reason(@Nullable Throwable failure) {
        return failure == null ? new IllegalStateException("no answer and no failure") : failure;
    }

    /** Stops; whoever still waits is told. */
    @Override
    public void close() {
        List<PendingCommand> left;
        List<OutgoingBatch> open;
        lock.lock();
        try {
            closed = true;
            refuseOthers();
            left = waiting.takeAll();
            open = List.copyOf(unanswered.values());
            unanswered.clear();
            again.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        replies.execute(() -> {
            left.forEach(
                    command -> command.caller().failed(ErrorCode.STOPPING, "this node is stopping; use another one"));
            open.forEach(OutgoingBatch::giveUp);
        });
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
