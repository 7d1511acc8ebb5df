package io.ams.raft.ratis;

import com.google.protobuf.InvalidProtocolBufferException;
import io.ams.raft.proto.PeerTerm;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftConfiguration;

/** {@link Leadership} as the Ratis server in this process has it. */
final class RatisLeadership implements Leadership {
    private static final long ASK_TIMEOUT_MILLIS = 1_000;

    private final RatisLog log;
    private final PeerChannels channels;
    private final AppliedIndex applied;
    /**
     * Noted when the first entry of the term is applied. What Ratis says of its role and of its term at any other moment can be of
     * two terms: the term is raised before the role ends.
     */
    private volatile long ledTerm;

    RatisLeadership(RatisLog log, PeerChannels channels, AppliedIndex applied) {
        this.log = log;
        this.channels = channels;
        this.applied = applied;
    }

    /** This node leads in the term and has applied its first entry. */
    void ready(long term) {
        ledTerm = term;
    }

    @Override
    public long ledTerm() {
        return ledTerm;
    }

    @Override
    public long currentTerm() {
        return log.division().getInfo().getCurrentTerm();
    }

    @Override
    public long committedIndex() {
        return applied.equivalentOf(log.division().getRaftLog().getLastCommittedIndex());
    }

    @Override
    public Voters voters() {
        RaftConfiguration members = log.division().getRaftConf();
        RaftPeerId self = log.server().getId();
        List<Voter> others = members.getCurrentPeers().stream()
                .filter(peer -> !peer.getId().equals(self))
                .map(peer -> new Voter(peer.getId().toString(), peer.getAddress()))
                .toList();
        boolean voting = others.size() < members.getCurrentPeers().size();
        return new Voters(others, voting, !members.getPreviousPeers().isEmpty());
    }

    @Override
    public CompletableFuture<Long> termOf(Voter other) {
        return channels.call(other.address(), PeerMethods.TERM, new byte[0], ASK_TIMEOUT_MILLIS)
                .thenCompose(bytes -> {
                    try {
                        return CompletableFuture.completedFuture(
                                PeerTerm.parseFrom(bytes).getTerm());
                    } catch (InvalidProtocolBufferException e) {
                        return CompletableFuture.failedFuture(e);
                    }
                });
    }
}
