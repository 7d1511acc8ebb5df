package io.ams.web.dashboard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ams.op.ErrorCode;
import io.ams.publish.StateChange;
import io.ams.publish.StatePublisher;
import io.ams.raft.AmsException;
import io.ams.raft.Member;
import io.ams.raft.Replica;
import io.ams.web.api.ProcessView;
import io.ams.web.resource.Processes;
import io.ams.web.resource.Tables;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps open dashboards up to date. The thread that applies the log only marks that something changed; a thread of its own draws a
 * picture from local state at most four times a second, less often when drawing is dear, and sends it if it differs from the last.
 * Without a watcher it draws every two seconds at most, so that the chronicle has no gaps.
 */
public final class DashboardFeed implements StatePublisher, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DashboardFeed.class);
    private static final long TICK_MILLIS = 250;
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long UNWATCHED_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(15);
    /** Drawing takes at most this share of the thread's time. */
    private static final int DUTY = 10;

    private static final int MOST_WATCHERS = 64;

    private final Replica replica;
    private final ObjectMapper json;
    private final Painter painter;
    private final Chronicle chronicle;
    private final ScheduledExecutorService thread;
    private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean changed = new AtomicBoolean(true);
    private final AtomicBoolean asking = new AtomicBoolean();
    private boolean closed;
    private volatile List<Member> members;
    private volatile byte[] frame = {};
    private byte[] drawn = {};
    private long nextDraw = System.nanoTime();
    private long nextSend = System.nanoTime();
    private long nextAsk = System.nanoTime();

    public DashboardFeed(Replica replica, Tables tables, ObjectMapper json, Clock clock) {
        this.replica = replica;
        this.json = json;
        this.painter = new Painter(replica, tables);
        this.chronicle = new Chronicle(clock, this::process);
        this.members = replica.membership().members();
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "ams-dashboard");
            made.setDaemon(true);
            return made;
        });
    }

    /** Begins to draw. */
    public void start() {
        replica.subscribe(this);
        var unused = thread.scheduleWithFixedDelay(this::tick, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void onChange(StateChange change) {
        changed.set(true);
    }

    /**
     * Sends pictures to this watcher from now on, beginning with the last.
     *
     * @throws AmsException OVERLOADED if there are too many watchers, STOPPING once the feed is closed
     */
    synchronized void add(Watcher watcher) {
        if (closed) {
            throw new AmsException(ErrorCode.STOPPING, "this node stops; open the dashboard of another one");
        }
        if (watchers.size() >= MOST_WATCHERS) {
            throw new AmsException(ErrorCode.OVERLOADED, "too many dashboards are open on this node");
        }
        watchers.add(watcher);
        if (frame.length > 0) {
            watcher.offer(frame);
        }
    }

    void remove(Watcher watcher) {
        watchers.remove(watcher);
    }

    private void tick() {
        try {
            long now = System.nanoTime();
            if (now - nextDraw >= 0) {
                draw(now);
            }
            if (now - nextSend >= 0 && drawn.length > 0) {
                send(now);
            }
        } catch (RuntimeException | JsonProcessingException e) {
            // The next tick tries again; open pages show the last picture meanwhile.
            LOG.warn("The dashboard could not be drawn", e);
        }
    }

    /** Every second even if no row changed: leader, lag and life cycle are not rows. */
    private void draw(long now) throws JsonProcessingException {
        boolean watched = !watchers.isEmpty();
        if (watched) {
            ask(now);
        }
        boolean due = changed.getAndSet(false) || now - nextDraw >= LOOK_NANOS;
        if (!due) {
            return;
        }
        Picture picture = painter.paint(members);
        List<Picture.Event> events = chronicle.after(picture);
        byte[] bytes = json.writeValueAsBytes(picture.with(events));
        if (!Arrays.equals(bytes, drawn)) {
            drawn = bytes;
            nextSend = now;
        }
        long cost = (System.nanoTime() - now) * DUTY;
        nextDraw = now + Math.max(cost, watched ? 0 : UNWATCHED_NANOS);
    }

    /** Lag is known to the leader alone: asked for once a second, never waited for. */
    private void ask(long now) {
        if (now - nextAsk < 0 || !asking.compareAndSet(false, true)) {
            return;
        }
        nextAsk = now + LOOK_NANOS;
        replica.membership().membersFromLeader().whenComplete((known, failure) -> {
            members = failure == null ? known : replica.membership().members();
            asking.set(false);
        });
    }

    private void send(long now) {
        nextSend = now + REPEAT_NANOS;
        frame = frame(drawn);
        watchers.forEach(watcher -> watcher.offer(frame));
    }

    private static byte[] frame(byte[] picture) {
        String text = "event: state\ndata: " + new String(picture, StandardCharsets.UTF_8) + "\n\n";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private @Nullable ProcessView process(String id) {
        return replica.reader()
                .readLocal(view -> Processes.find(view, id).map(row -> Processes.view(view, row)))
                .value()
                .orElse(null);
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        replica.unsubscribe(this);
        thread.shutdownNow();
        watchers.forEach(Watcher::close);
    }
}
