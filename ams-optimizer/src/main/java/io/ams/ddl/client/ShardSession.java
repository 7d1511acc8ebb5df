package io.ams.ddl.client;

import io.ams.ddl.protocol.Announcement;
import io.ams.ddl.protocol.Change;
import io.ams.ddl.protocol.Decision;
import io.ams.ddl.protocol.JoinRequest;
import io.ams.ddl.protocol.Schema;
import io.ams.optimizer.client.CallException;
import java.time.Duration;
import java.util.List;

/**
 * One shard on its way: joins, announces one change after the other, and knows how its rows are written now. A job keeps the number
 * of its last announcement with its position in the stream, and begins with it after a restart. For one thread.
 */
public final class ShardSession {
    private final DdlClient client;
    private final String group;
    private final String shard;
    private long announced;
    private Decision standing;

    private ShardSession(DdlClient client, String group, String shard, Decision standing) {
        this.client = client;
        this.group = group;
        this.shard = shard;
        this.announced = standing.seq();
        this.standing = standing;
    }

    /** Joins with this schema, or goes on if the shard has joined with it before. */
    public static ShardSession join(DdlClient client, String group, String shard, Schema schema)
            throws CallException, InterruptedException {
        return new ShardSession(client, group, shard, client.join(group, shard, JoinRequest.of(schema)));
    }

    public String group() {
        return group;
    }

    public String shard() {
        return shard;
    }

    /** The last decision: what the shard's rows must be written by. */
    public Decision standing() {
        return standing;
    }

    /** Tells the next changes. The answer is final, or says what it waits for; rows of after them must wait until it is. */
    public Decision announce(List<Change> changes) throws CallException, InterruptedException {
        return announce(new Announcement(announced + 1, changes, null, null, null, announced, null));
    }

    /** The same as a statement of the upstream database. */
    public Decision announce(String sql) throws CallException, InterruptedException {
        return announce(new Announcement(announced + 1, null, sql, null, null, announced, null));
    }

    private Decision announce(Announcement announcement) throws CallException, InterruptedException {
        Decision decision = client.announce(group, shard, announcement);
        if (!decision.verdict().equals("REJECTED")) {
            announced = announcement.seq();
        }
        if (decision.isFinal()) {
            standing = decision;
        }
        return decision;
    }

    /** Waits until the last announcement is decided, or the time is over. */
    public Decision await(Duration patience) throws CallException, InterruptedException {
        Decision decision = client.await(group, shard, announced, patience);
        if (decision.isFinal()) {
            standing = decision;
        }
        return decision;
    }

    /** The bindings as they are now: after somebody else changed them. */
    public void reload() throws CallException, InterruptedException {
        var detail = client.shard(group, shard);
        standing = new Decision(
                shard,
                announced,
                standing.verdict(),
                List.of(),
                List.of(),
                null,
                null,
                true,
                detail.schemaId(),
                standing.groupVersion(),
                detail.shard().bindingEpoch(),
                detail.columns(),
                detail.fills());
    }
}
