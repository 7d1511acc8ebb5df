package io.ams.ddl.client;

import io.ams.ddl.protocol.AcknowledgeRequest;
import io.ams.ddl.protocol.Announcement;
import io.ams.ddl.protocol.Decision;
import io.ams.ddl.protocol.JoinRequest;
import io.ams.ddl.protocol.ResolveRequest;
import io.ams.ddl.protocol.ShardDetail;
import io.ams.ddl.protocol.ShardGroupChange;
import io.ams.ddl.protocol.ShardGroupRequest;
import io.ams.ddl.protocol.ShardGroupView;
import io.ams.optimizer.client.CallException;
import io.ams.optimizer.client.CallException.Fate;
import io.ams.optimizer.client.JsonCalls;
import io.ams.optimizer.client.Nodes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Groups of shards over HTTP, on whichever node answers. A call that a node could not take, or whose fate is not known, is made again
 * on the next node until its time is over: announcements carry their number and everything else a key, so that nothing happens twice.
 *
 * <p>Blocks; an interrupt ends it. A "no" of AMS is a {@link CallException} with its code. Safe for many threads.
 */
public final class DdlClient {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LONGEST_POLL = Duration.ofSeconds(10);
    private static final long SHORTEST_PAUSE = 50;
    private static final long LONGEST_PAUSE = 1_000;
    private static final String BASE = "/api/v1/ddl/groups";

    private final JsonCalls calls;
    private final Nodes nodes;

    /**
     * @param urls base URLs of nodes, at least one
     * @param token the admin token, empty for none
     */
    public DdlClient(List<String> urls, Optional<String> token) {
        this.calls = new JsonCalls(token);
        this.nodes = new Nodes(urls);
    }

    /** Makes a group over a table. */
    public ShardGroupView createGroup(ShardGroupRequest group) throws CallException, InterruptedException {
        return answer("POST", BASE, group, ShardGroupView.class);
    }

    /** A group with its first shards and all that waits. */
    public ShardGroupView group(String group) throws CallException, InterruptedException {
        return answer("GET", BASE + "/" + JsonCalls.segment(group), null, ShardGroupView.class);
    }

    /** Gives a group another mode; refused while something waits. */
    public ShardGroupView configureGroup(String group, String mode) throws CallException, InterruptedException {
        ShardGroupChange change = new ShardGroupChange(mode, null);
        return answer("PATCH", BASE + "/" + JsonCalls.segment(group), change, ShardGroupView.class);
    }

    /** A shard with its schema and how its rows are written. */
    public ShardDetail shard(String group, String shard) throws CallException, InterruptedException {
        return answer("GET", path(group, shard), null, ShardDetail.class);
    }

    /** The shard joins, or begins to stream. */
    public Decision join(String group, String shard, JoinRequest join) throws CallException, InterruptedException {
        return answer("PUT", path(group, shard), join, Decision.class);
    }

    /** The shard leaves. */
    public Decision leave(String group, String shard) throws CallException, InterruptedException {
        return answer("DELETE", path(group, shard), null, Decision.class);
    }

    /** Tells what the shard changed. The answer is final, or says what it waits for. */
    public Decision announce(String group, String shard, Announcement announcement)
            throws CallException, InterruptedException {
        return answer("POST", path(group, shard) + "/announcements", announcement, Decision.class);
    }

    /** What became of an announcement, as soon as it is final or the time is over. */
    public Decision await(String group, String shard, long seq, Duration patience)
            throws CallException, InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (true) {
            long left = Math.max(0, (until - System.nanoTime()) / 1_000_000);
            long poll = Math.min(left, LONGEST_POLL.toMillis());
            String path = path(group, shard) + "/announcements/" + seq + "?waitMillis=" + poll;
            Decision decision = answer("GET", path, null, Decision.class);
            if (decision.isFinal() || left == 0) {
                return decision;
            }
        }
    }

    /** Decisions up to this number need not be kept any more. */
    public void acknowledge(String group, String shard, long seq) throws CallException, InterruptedException {
        call("POST", path(group, shard) + "/acknowledgements", new AcknowledgeRequest(seq));
    }

    /** Ends what the shard waits for. */
    public Decision resolve(String group, String shard, ResolveRequest resolve)
            throws CallException, InterruptedException {
        return answer("POST", path(group, shard) + "/resolve", resolve, Decision.class);
    }

    private static String path(String group, String shard) {
        return BASE + "/" + JsonCalls.segment(group) + "/shards/" + JsonCalls.segment(shard);
    }

    private <T> T answer(String method, String path, @Nullable Object body, Class<T> type)
            throws CallException, InterruptedException {
        return calls.answer(call(method, path, body), type);
    }

    private String call(String method, String path, @Nullable Object body) throws CallException, InterruptedException {
        String key = method.equals("GET") ? "" : UUID.randomUUID().toString();
        long until = System.nanoTime() + PATIENCE.toNanos();
        for (long pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
            String node = nodes.current();
            try {
                return calls.call(method, node + path, body, CALL_TIMEOUT, key);
            } catch (CallException e) {
                if (e.fate() == Fate.REFUSED || System.nanoTime() > until) {
                    throw e;
                }
                nodes.failed(node);
                Thread.sleep(pause);
            }
        }
    }
}
