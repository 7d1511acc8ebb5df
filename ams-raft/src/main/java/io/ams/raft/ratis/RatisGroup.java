package io.ams.raft.ratis;

import io.ams.apply.Applier;
import io.ams.raft.Membership;
import io.ams.raft.NodeStatus.Role;
import io.ams.raft.Reader;
import io.ams.raft.Submitter;
import io.ams.raft.proto.PeerHello;
import io.ams.raft.proto.PeerHelloAnswer;
import io.ams.store.StateStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SnapshotManagementRequest;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node's part in the Raft group: everything of Ratis, put together in reading order, and taken apart in the mirror of it. */
public final class RatisGroup implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RatisGroup.class);
    private static final long SNAPSHOT_PERIOD_SECONDS = 300;
    private static final long SNAPSHOT_TIMEOUT_MILLIS = 60_000;
    private static final long HELLO_TIMEOUT_MILLIS = 1_000;

    private final StateStore store;
    private final Threads threads = new Threads();
    private final PeerChannels channels;
    private final RatisLog log;
    private final WriteLoop loop;
    private final RatisMembership membership;
    private final RatisSubmitter submitter;
    private final RatisReader reader;
    private final RaftServer server;

    /**
     * Builds the part, without starting it.
     *
     * @param hello answers another node that asks who this is
     * @throws IOException if the Raft log cannot be opened
     */
    public RatisGroup(
            GroupSettings settings,
            StateStore store,
            Applier applier,
            Clock clock,
            GroupEvents events,
            Function<PeerHello, PeerHelloAnswer> hello)
            throws IOException {
        this.store = store;
        RaftGroupId groupId = RaftGroupId.valueOf(settings.clusterId());
        channels = new PeerChannels(settings.ratis().maxMessageBytes());
        log = new RatisLog(groupId, channels);
        loop = new WriteLoop(
                settings.nodeId(), settings.run(), log, clock, System::nanoTime, threads.callbacks, threads.replies);
        AppliedIndex applied = new AppliedIndex(threads.callbacks);
        RatisLeadership leadership = new RatisLeadership(log, channels, applied);
        ReadIndex readIndex = new ReadIndex(leadership, loop::barrier, threads.timer);
        reader = reader(settings, leadership, readIndex, applied);
        submitter = new RatisSubmitter(
                loop,
                settings.ratis().maxEntryBytes() / 2,
                TimeUnit.MILLISECONDS.toNanos(settings.writeTimeoutMillis()));
        membership = new RatisMembership(log, this::hello);
        CheckpointTransfer checkpoints =
                new CheckpointTransfer(settings.nodeId(), store, settings.workDirectory(), channels, threads.blocking);
        PeerService peers = new PeerService(
                log, loop, applied, leadership, readIndex, membership, checkpoints, hello, threads.blocking);
        GroupEvents wakingEvents = new WakingEvents(events, leadership, loop);
        server = server(
                settings,
                groupId,
                peers,
                id -> new RatisStateMachine(applier, store, applied, checkpoints, wakingEvents));
        log.attach(server);
    }

    private RatisReader reader(
            GroupSettings settings, Leadership leadership, ReadIndex readIndex, AppliedIndex applied) {
        long timeoutMillis = settings.readTimeoutMillis();
        SharedBarrier barrier = new SharedBarrier(
                () -> RatisReader.barrierIndex(settings.nodeId(), log, leadership, readIndex, applied, timeoutMillis),
                applied,
                store,
                threads.reads,
                threads.timer,
                timeoutMillis);
        return new RatisReader(log, store, applied, barrier, threads.reads, timeoutMillis);
    }

    private static RaftServer server(
            GroupSettings settings, RaftGroupId groupId, PeerService peers, StateMachine.Registry machines)
            throws IOException {
        Parameters parameters = new Parameters();
        GrpcConfigKeys.Server.setServicesCustomizer(
                parameters,
                (builder, types) -> builder.addService(peers.definition())
                        .intercept(new FirstAppendGuard())
                        // Appends are handled where they arrive: two hand-offs less for each entry on each follower.
                        .directExecutor());
        return RaftServer.newBuilder()
                .setServerId(RaftPeerId.valueOf(settings.nodeId()))
                .setGroup(RaftGroup.valueOf(groupId, initialPeers(settings)))
                .setStateMachineRegistry(machines)
                .setProperties(properties(settings))
                .setParameters(parameters)
                .setOption(RaftStorage.StartupOption.RECOVER)
                .build();
    }

    private static List<RaftPeer> initialPeers(GroupSettings settings) {
        return settings.initialPeers().entrySet().stream()
                .map(peer -> RaftPeer.newBuilder()
                        .setId(peer.getKey())
                        .setAddress(peer.getValue())
                        .build())
                .toList();
    }

    private static RaftProperties properties(GroupSettings settings) throws UnknownHostException {
        RaftProperties properties = settings.ratis().toProperties();
        RaftServerConfigKeys.setStorageDir(
                properties, List.of(settings.raftDirectory().toFile()));
        RaftServerConfigKeys.setRemovedGroupsDir(
                properties, settings.raftDirectory().resolveSibling("removed").toFile());
        URI address = URI.create("raft://" + settings.raftAddress());
        GrpcConfigKeys.Server.setPort(properties, address.getPort());
        if (InetAddress.getByName(address.getHost()).isLoopbackAddress()) {
            // Who names a loopback address does not mean to be reached from elsewhere.
            GrpcConfigKeys.Server.setHost(properties, address.getHost());
        }
        return properties;
    }

    /** Hands events on; notes the term that this node leads in, and has the write loop look again at who leads. */
    private record WakingEvents(GroupEvents events, RatisLeadership leadership, WriteLoop loop) implements GroupEvents {
        @Override
        public void leaderReady(long term) {
            leadership.ready(term);
            loop.wake();
            events.leaderReady(term);
        }

        @Override
        public void notLeader() {
            loop.wake();
            events.notLeader();
        }

        @Override
        public void leaderChanged() {
            loop.wake();
            events.leaderChanged();
        }

        @Override
        public void ended() {
            events.ended();
        }

        @Override
        public void failed(Failure failure, String what, Throwable cause) {
            events.failed(failure, what, cause);
        }
    }

    /**
     * Takes part from now on.
     *
     * @throws IOException if the server cannot start: its port is taken
     */
    public void start() throws IOException {
        loop.start();
        server.start();
        var unused = threads.timer.scheduleWithFixedDelay(
                this::snapshotIfNew, SNAPSHOT_PERIOD_SECONDS, SNAPSHOT_PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    /** A flush of what is new. The trigger of Ratis counts entries only: a quiet cluster would keep its log for ever. */
    private void snapshotIfNew() {
        if (store.applied().index() > store.durable().index()) {
            Completion.then(snapshot(), (done, failure) -> {
                if (failure != null) {
                    LOG.warn("snapshot failed reason={}", failure.toString());
                }
            });
        }
    }

    /** Flushes the state now and lets Ratis shorten its log. */
    public CompletableFuture<Void> snapshot() {
        return server.snapshotManagementAsync(SnapshotManagementRequest.newCreate(
                        log.client(), server.getId(), log.group(), log.nextCall(), SNAPSHOT_TIMEOUT_MILLIS))
                .thenCompose(reply -> reply.isSuccess()
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(reply.getException()));
    }

    public Submitter submitter() {
        return submitter;
    }

    public Reader reader() {
        return reader;
    }

    public Membership membership() {
        return membership;
    }

    /** Asks another node who it is. */
    public CompletableFuture<PeerHelloAnswer> hello(String raftAddress, PeerHello hello) {
        return channels.call(raftAddress, PeerMethods.HELLO, hello.toByteArray(), HELLO_TIMEOUT_MILLIS)
                .thenCompose(bytes -> {
                    try {
                        return CompletableFuture.completedFuture(PeerHelloAnswer.parseFrom(bytes));
                    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
                        return CompletableFuture.failedFuture(e);
                    }
                });
    }

    /** How this node stands in the group. */
    public record Standing(Role role, boolean leaderReady, long term, long commitIndex, boolean alive) {}

    /** Takes no more writes and refuses those that wait; reads go on until the group is closed. Safe to call twice. */
    public void refuseWrites() {
        loop.close();
    }

    /** How this node stands in the group now. */
    public Standing standing() {
        try {
            RaftServer.Division division = server.getDivision(log.group());
            DivisionInfo info = division.getInfo();
            Role role = switch (info.getCurrentRole()) {
                case LEADER -> Role.LEADER;
                case CANDIDATE -> Role.CANDIDATE;
                case FOLLOWER, LISTENER -> Role.FOLLOWER;
                default -> Role.NONE;
            };
            return new Standing(
                    role,
                    info.isLeaderReady(),
                    info.getCurrentTerm(),
                    division.getRaftLog().getLastCommittedIndex(),
                    info.isAlive());
        } catch (IOException e) {
            return new Standing(Role.NONE, false, 0, 0, false);
        }
    }

    /** Whether this node is among the members it knows of. */
    public boolean isMember() {
        return membership.members().stream()
                .anyMatch(member -> member.id().equals(server.getId().toString()));
    }

    @Override
    public void close() {
        loop.close();
        try {
            server.close();
        } catch (IOException e) {
            LOG.warn("the Ratis server did not close cleanly reason={}", e.toString());
        }
        channels.close();
        threads.close();
    }
}
