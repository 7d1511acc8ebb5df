package io.ams.raft.node;

import io.ams.apply.Applier;
import io.ams.op.Operations;
import io.ams.publish.StatePublisher;
import io.ams.raft.Membership;
import io.ams.raft.NodeStatus;
import io.ams.raft.NodeStatus.Lifecycle;
import io.ams.raft.Reader;
import io.ams.raft.Replica;
import io.ams.raft.Submitter;
import io.ams.raft.lead.LeaderDuties;
import io.ams.raft.ratis.GroupSettings;
import io.ams.raft.ratis.RatisGroup;
import io.ams.raft.ratis.RatisSettings;
import io.ams.store.Applied;
import io.ams.store.StoreFailedException;
import io.ams.store.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node: built by hand in reading order, started, and stopped in the mirror of it. */
public final class AmsNode implements Replica, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AmsNode.class);

    private final NodeSettings settings;
    private final DataLock lock;
    private final NodeIdentity identity;
    private final RocksStore store;
    private final Publishers publishers = new Publishers();
    private final RatisGroup group;
    private final NodeEvents events;
    private final LeaderDuties duties;
    private final Introductions introductions;
    private final Registrar registrar;
    private volatile Lifecycle lifecycle = Lifecycle.STARTING;
    private volatile String detail = "catching up";

    /**
     * Starts a node. It need not be ready when this returns: {@link #status} tells.
     *
     * @throws StartRefusedException for an expected reason; nothing is left running
     */
    public static AmsNode start(NodeSettings settings, Clock clock, Faults faults) {
        DataLock lock = DataLock.take(settings.data());
        FreshData fresh = FreshData.of(settings.data());
        try {
            AmsNode node = introduced(settings, clock, faults, lock, fresh);
            node.begin();
            return node;
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** A node that nobody objects to. Until here it has taken part in nothing, so what it made may go again if it is refused. */
    private static AmsNode introduced(
            NodeSettings settings, Clock clock, Faults faults, DataLock lock, FreshData fresh) {
        try {
            AmsNode node = new AmsNode(settings, clock, faults, lock);
            node.introduce();
            return node;
        } catch (StartRefusedException e) {
            fresh.undo();
            throw e;
        }
    }

    private AmsNode(NodeSettings settings, Clock clock, Faults faults, DataLock lock) {
        this.settings = settings;
        this.lock = lock;
        // Read before anything is made: a node that is refused for its settings has not been there.
        RatisSettings ratis = ratisSettings(settings);
        this.identity = NodeIdentity.open(settings);
        this.store = openStore(settings);
        this.introductions = new Introductions(identity, store);
        this.events = new NodeEvents(faults, this::ended);
        this.group = openGroup(settings, ratis, clock);
        this.registrar = new Registrar(settings, identity, this, introductions, faults);
        this.duties = new LeaderDuties(
                settings.id(),
                NodeDuties.all(
                        settings.id(),
                        identity.clusterId().toString(),
                        settings.warehouse(),
                        group.membership(),
                        clock),
                group.submitter(),
                group.reader());
        events.conduct(duties);
    }

    private static RatisSettings ratisSettings(NodeSettings settings) {
        try {
            return RatisSettings.ofProfile(settings.profile(), settings.ratisConf(), settings.ratis());
        } catch (RatisSettings.InvalidSettingException e) {
            throw new StartRefusedException(ExitCode.UNKNOWN_SETTING, String.valueOf(e.getMessage()));
        }
    }

    private static RocksStore openStore(NodeSettings settings) {
        try {
            return new RocksStore(settings.data().resolve("db"));
        } catch (StoreFailedException e) {
            throw new StartRefusedException(ExitCode.STORE_FAILED, String.valueOf(e.getMessage()));
        }
    }

    private RatisGroup openGroup(NodeSettings settings, RatisSettings ratis, Clock clock) {
        try {
            Applier applier = new Applier(store, new Operations(), List.of(publishers));
            return new RatisGroup(groupSettings(settings, ratis), store, applier, clock, events, introductions::answer);
        } catch (IOException e) {
            store.close();
            throw new StartRefusedException(ExitCode.LOG_FAILED, "the Raft log cannot be opened: " + e);
        }
    }

    private GroupSettings groupSettings(NodeSettings settings, RatisSettings ratis) {
        return new GroupSettings(
                settings.id(),
                identity.clusterId(),
                settings.raftAddress(),
                new TreeMap<>(settings.peers()),
                settings.data().resolve("raft"),
                settings.data().resolve("checkpoints"),
                identity.run(),
                ratis,
                settings.writeTimeoutMillis(),
                settings.readTimeoutMillis());
    }

    private void introduce() {
        try {
            introductions.check(
                    group::hello,
                    settings.peers().values().stream()
                            .filter(address -> !address.equals(settings.raftAddress()))
                            .toList());
        } catch (StartRefusedException e) {
            closeParts();
            throw e;
        }
    }

    private void begin() {
        try {
            group.start();
            registrar.start();
            LOG.info(
                    "node started id={} cluster={} run={} raft={} applied={}",
                    identity.nodeId(),
                    identity.clusterId(),
                    identity.run(),
                    settings.raftAddress(),
                    store.applied().index());
        } catch (IOException e) {
            closeParts();
            throw new StartRefusedException(
                    ExitCode.PORT_TAKEN, "the Raft server cannot listen on " + settings.raftAddress() + ": " + e);
        }
    }

    /** The node has caught up once, and is known to the cluster. */
    void becameReady() {
        if (lifecycle == Lifecycle.STARTING) {
            lifecycle = Lifecycle.RUNNING;
            detail = "";
            LOG.info(
                    "node ready id={} applied={}",
                    identity.nodeId(),
                    store.applied().index());
        }
    }

    /** The node is not a member any more. */
    void becameRemoved() {
        lifecycle = Lifecycle.REMOVED;
        detail = "removed from the cluster";
    }

    private void ended() {
        registrar.groupEnded();
    }

    RatisGroup group() {
        return group;
    }

    @Override
    public Submitter submitter() {
        return group.submitter();
    }

    @Override
    public Reader reader() {
        return group.reader();
    }

    @Override
    public Membership membership() {
        return group.membership();
    }

    @Override
    public void subscribe(StatePublisher publisher) {
        publishers.add(publisher);
    }

    @Override
    public void unsubscribe(StatePublisher publisher) {
        publishers.remove(publisher);
    }

    @Override
    public NodeStatus status() {
        RatisGroup.Standing standing = group.standing();
        Applied applied = store.applied();
        return new NodeStatus(
                identity.nodeId(),
                identity.clusterId().toString(),
                identity.incarnation(),
                lifecycle,
                standing.role(),
                standing.alive() ? group.membership().leaderId() : Optional.empty(),
                standing.leaderReady(),
                standing.term(),
                standing.commitIndex(),
                applied.index(),
                store.durable().index(),
                applied.digest().hex(),
                detail);
    }

    /** The cluster that the node in this data directory belongs to, if there is one. */
    public static Optional<UUID> clusterOf(Path data) {
        return NodeIdentity.clusterIn(data);
    }

    /** Whether this node is a member of the group, as far as it knows. */
    public boolean isMember() {
        return group.isMember();
    }

    /** Random id of this node's data, which the cluster knows it by. */
    public String incarnation() {
        return identity.incarnation();
    }

    /** Flushes the state and shortens the log, now. */
    public java.util.concurrent.CompletionStage<Void> snapshot() {
        return group.snapshot();
    }

    /**
     * Begins to stop: lets the buckets go and hands leadership over, each within a bound. It goes on to serve; {@link #close} is to
     * follow.
     */
    public void leave() {
        lifecycle = Lifecycle.STOPPING;
        detail = "stopping";
        registrar.leave();
    }

    /**
     * Stops: ends the duties, closes the group, and last the store. The others notice by themselves; {@link #leave} before is kinder.
     * Safe to call twice.
     */
    @Override
    public void close() {
        if (lifecycle == Lifecycle.CLOSED) {
            return;
        }
        lifecycle = Lifecycle.STOPPING;
        registrar.close();
        closeParts();
        lock.close();
        lifecycle = Lifecycle.CLOSED;
        LOG.info("node stopped id={}", identity.nodeId());
    }

    private void closeParts() {
        events.closing();
        duties.close();
        group.close();
        store.close();
    }
}
