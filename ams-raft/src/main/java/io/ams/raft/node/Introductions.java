package io.ams.raft.node;

import io.ams.proto.NodeRow;
import io.ams.proto.NodeState;
import io.ams.raft.Member;
import io.ams.raft.proto.PeerHello;
import io.ams.raft.proto.PeerHelloAnswer;
import io.ams.state.Columns;
import io.ams.store.StateStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What nodes ask each other before they trust: who are you, and what do you know of me. It keeps a node whose directory was wiped
 * from voting as who it was, and tells a node that was removed while it was away.
 */
final class Introductions {
    private static final Logger LOG = LoggerFactory.getLogger(Introductions.class);
    private static final long WAIT_MILLIS = 1_500;

    /** Asks the node at an address who it is. */
    @FunctionalInterface
    interface Asking {
        CompletableFuture<PeerHelloAnswer> hello(String raftAddress, PeerHello hello);
    }

    private final NodeIdentity identity;
    private final StateStore store;

    Introductions(NodeIdentity identity, StateStore store) {
        this.identity = identity;
        this.store = store;
    }

    /** What this node says to one that asks. */
    PeerHelloAnswer answer(PeerHello asking) {
        PeerHelloAnswer.Builder answer = PeerHelloAnswer.newBuilder()
                .setNodeId(identity.nodeId())
                .setClusterId(identity.clusterId().toString());
        Optional<NodeRow> known = store.read(snapshot -> snapshot.view().get(Columns.NODES, asking.getNodeId()));
        known.ifPresent(
                row -> answer.setKnownIncarnation(row.getIncarnation()).setRemoved(row.getState() == NodeState.GONE));
        return answer.build();
    }

    /**
     * Asks these nodes what they know of this one; whoever does not answer at once is left out.
     *
     * @throws StartRefusedException if one of them knows it as another, or as removed
     */
    void check(Asking peers, Collection<String> raftAddresses) {
        for (PeerHelloAnswer answer : ask(peers, raftAddresses)) {
            if (!answer.getClusterId().equals(identity.clusterId().toString())) {
                throw new StartRefusedException(
                        ExitCode.DATA_OF_ANOTHER_CLUSTER,
                        "node " + answer.getNodeId() + " is of cluster " + answer.getClusterId() + ", this one of "
                                + identity.clusterId() + "; check the peers");
            }
            String known = answer.getKnownIncarnation();
            if (!known.isEmpty() && !known.equals(identity.incarnation())) {
                throw new StartRefusedException(
                        ExitCode.WIPED_NODE,
                        "the cluster knows node " + identity.nodeId() + " with other data than these: its directory"
                                + " was wiped or swapped. Remove it from the cluster and join under a new id");
            }
            if (answer.getRemoved()) {
                throw removed();
            }
        }
    }

    /** Whether one of these nodes says that this one was removed. */
    boolean isRemoved(Asking peers, Collection<Member> members) {
        List<String> others = members.stream()
                .filter(member -> !member.id().equals(identity.nodeId()))
                .map(Member::raftAddress)
                .toList();
        return ask(peers, others).stream().anyMatch(PeerHelloAnswer::getRemoved);
    }

    StartRefusedException removed() {
        return new StartRefusedException(
                ExitCode.REMOVED_FROM_CLUSTER,
                "node " + identity.nodeId() + " was removed from its cluster; it serves nothing. To come back, start an"
                        + " empty directory under a new id with --join");
    }

    private List<PeerHelloAnswer> ask(Asking peers, Collection<String> raftAddresses) {
        PeerHello hello = PeerHello.newBuilder()
                .setNodeId(identity.nodeId())
                .setClusterId(identity.clusterId().toString())
                .setIncarnation(identity.incarnation())
                .build();
        List<CompletableFuture<PeerHelloAnswer>> asked = raftAddresses.stream()
                .map(address -> peers.hello(address, hello))
                .toList();
        List<PeerHelloAnswer> answers = new ArrayList<>();
        for (CompletableFuture<PeerHelloAnswer> one : asked) {
            try {
                answers.add(one.get(WAIT_MILLIS, TimeUnit.MILLISECONDS));
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("a peer did not answer reason={}", e.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return answers;
            }
        }
        return answers;
    }
}
