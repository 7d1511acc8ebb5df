package io.ams.raft.ratis;

import com.google.protobuf.InvalidProtocolBufferException;
import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import io.ams.raft.Member;
import io.ams.raft.Membership;
import io.ams.raft.proto.PeerAdd;
import io.ams.raft.proto.PeerAnswer;
import io.ams.raft.proto.PeerChange;
import io.ams.raft.proto.PeerHello;
import io.ams.raft.proto.PeerHelloAnswer;
import io.ams.raft.proto.PeerMember;
import io.ams.raft.proto.PeerMembers;
import io.ams.raft.proto.PeerRemove;
import io.ams.raft.proto.PeerStatus;
import io.ams.raft.proto.PeerTransfer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.protocol.exceptions.LeaderNotReadyException;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.apache.ratis.protocol.exceptions.ReconfigurationInProgressException;
import org.apache.ratis.protocol.exceptions.ReconfigurationTimeoutException;
import org.apache.ratis.protocol.exceptions.SetConfigurationException;
import org.apache.ratis.protocol.exceptions.TransferLeadershipException;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/**
 * Members of the group and their change: always one at a time, compared with what stands, and read back afterwards, since Ratis
 * answers "success" to some changes that it does not make.
 */
final class RatisMembership implements Membership {
    private static final long CHANGE_TIMEOUT_MILLIS = 180_000;
    private static final long ASK_TIMEOUT_MILLIS = 2_000;
    private static final long TRANSFER_TIMEOUT_MILLIS = 5_000;
    private static final long PATIENCE_MILLIS = 10_000;
    private static final Set<ErrorCode> NOTHING_BEGUN = EnumSet.of(ErrorCode.NO_LEADER, ErrorCode.MEMBERSHIP_BUSY);
    private static final long LOOK_AGAIN_MILLIS = 100;
    private static final long HELLO_MILLIS = 8_000;
    /** A member that the leader has not heard of for so long does not count as alive. */
    private static final long SILENT_MILLIS = 3_000;

    private final RatisLog log;
    private final BiFunction<String, PeerHello, CompletableFuture<PeerHelloAnswer>> hello;

    /**
     * Changes members through the Ratis server of this log.
     *
     * @param hello asks the node at a Raft address who it is
     */
    RatisMembership(RatisLog log, BiFunction<String, PeerHello, CompletableFuture<PeerHelloAnswer>> hello) {
        this.log = log;
        this.hello = hello;
    }

    @Override
    public List<Member> members() {
        RaftServer.Division division = log.division();
        DivisionInfo info = division.getInfo();
        List<Member> members = new ArrayList<>();
        List<ServerRpcProto> contacts = info.getRoleInfoProto().getLeaderInfo().getFollowerInfoList();
        // Null where leadership was lost since the question before.
        long @Nullable [] known = info.isLeader() ? info.getFollowerMatchIndices() : null;
        long[] matches = known == null ? new long[0] : known;
        for (RaftPeer peer : division.getRaftConf().getCurrentPeers()) {
            boolean leader = peer.getId().equals(info.getLeaderId());
            long match = -1;
            long contact = -1;
            if (info.isLeader() && peer.getId().equals(log.server().getId())) {
                match = division.getRaftLog().getFlushIndex();
                contact = 0;
            }
            for (int i = 0; i < contacts.size() && i < matches.length; i++) {
                if (contacts.get(i)
                        .getId()
                        .getId()
                        .toStringUtf8()
                        .equals(peer.getId().toString())) {
                    match = matches[i];
                    contact = contacts.get(i).getLastRpcElapsedTimeMs();
                }
            }
            members.add(new Member(peer.getId().toString(), peer.getAddress(), leader, match, contact));
        }
        members.sort(Comparator.comparing(Member::id));
        return members;
    }

    @Override
    public CompletionStage<List<Member>> membersFromLeader() {
        if (log.leads()) {
            return CompletableFuture.completedFuture(members());
        }
        return log.askLeader(PeerMethods.MEMBERS, new byte[0], ASK_TIMEOUT_MILLIS)
                .thenApply(RatisMembership::parse)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(noLeader()));
    }

    private static List<Member> parse(PeerAnswer answer) {
        try {
            return PeerMembers.parseFrom(answer.getOutcome()).getMembersList().stream()
                    .map(one -> new Member(
                            one.getId(),
                            one.getRaftAddress(),
                            one.getLeader(),
                            one.getMatchIndex(),
                            one.getLastContactMillis()))
                    .toList();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the leader's list of members does not read", e);
        }
    }

    PeerMembers toMessage() {
        PeerMembers.Builder message = PeerMembers.newBuilder();
        for (Member member : members()) {
            message.addMembers(PeerMember.newBuilder()
                    .setId(member.id())
                    .setRaftAddress(member.raftAddress())
                    .setLeader(member.leader())
                    .setMatchIndex(member.matchIndex())
                    .setLastContactMillis(member.lastContactMillis()));
        }
        return message.build();
    }

    @Override
    public Optional<String> leaderId() {
        return Optional.ofNullable(log.division().getInfo().getLeaderId()).map(RaftPeerId::toString);
    }

    @Override
    public CompletionStage<Void> add(String id, String raftAddress) {
        return change(PeerChange.newBuilder()
                .setAdd(PeerAdd.newBuilder().setId(id).setRaftAddress(raftAddress))
                .build());
    }

    @Override
    public CompletionStage<Void> remove(String id) {
        return change(PeerChange.newBuilder()
                .setRemove(PeerRemove.newBuilder().setId(id))
                .build());
    }

    @Override
    public CompletionStage<Void> transferLeadership(Optional<String> id) {
        return change(PeerChange.newBuilder()
                .setTransfer(PeerTransfer.newBuilder().setId(id.orElse("")))
                .build());
    }

    /** Makes the change here if this node leads, else has the leader make it; waits out an election and another change. */
    CompletionStage<Void> change(PeerChange change) {
        return change(change, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS));
    }

    private CompletionStage<Void> change(PeerChange change, long deadline) {
        return (log.leads() ? changeAsLeader(change) : changeElsewhere(change)).exceptionallyCompose(failure -> {
            Throwable cause = Completion.unwrap(failure);
            // Only these mean that surely nothing was begun, and that it may be otherwise soon.
            boolean again = cause instanceof AmsException refused && NOTHING_BEGUN.contains(refused.code());
            if (!again || System.nanoTime() - deadline > 0) {
                return CompletableFuture.failedFuture(cause);
            }
            return Completion.later(LOOK_AGAIN_MILLIS, () -> change(change, deadline));
        });
    }

    private CompletionStage<Void> changeElsewhere(PeerChange change) {
        return log.askLeader(PeerMethods.CHANGE, change.toByteArray(), CHANGE_TIMEOUT_MILLIS)
                .handle((answer, failure) -> {
                    if (answer == null) {
                        throw unsure(Completion.unwrap(failure));
                    } else if (answer.getStatus() == PeerStatus.PEER_REFUSED) {
                        throw new AmsException(
                                ErrorCode.ofWireId(answer.getCode()).orElse(ErrorCode.MEMBERSHIP_REFUSED),
                                answer.getDetail());
                    }
                    return null;
                });
    }

    /**
     * Makes the change if this node leads. If it does not, or must not go on leading for it, the change is refused with NO_LEADER:
     * whoever asked finds the leader and asks there. Nothing is passed on, for a node that is removed cannot bring the answer back.
     */
    CompletionStage<Void> changeAsLeader(PeerChange change) {
        if (!log.leads()) {
            return CompletableFuture.failedFuture(noLeader());
        }
        try {
            return switch (change.getChangeCase()) {
                case ADD -> addHere(change.getAdd());
                case REMOVE -> removeHere(change.getRemove().getId());
                case TRANSFER -> transferHere(change.getTransfer().getId());
                case CHANGE_NOT_SET -> refused("a change that this release does not know");
            };
        } catch (IOException e) {
            return CompletableFuture.failedFuture(unsure(e));
        }
    }

    private CompletionStage<Void> addHere(PeerAdd add) {
        List<RaftPeer> current = peers();
        Optional<RaftPeer> same = current.stream()
                .filter(peer -> peer.getId().toString().equals(add.getId()))
                .findFirst();
        if (same.isPresent()) {
            return same.get().getAddress().equals(add.getRaftAddress())
                    ? CompletableFuture.completedFuture(null)
                    : refused("node " + add.getId() + " is a member at "
                            + same.get().getAddress() + "; a node that moved must be removed and join under a new id");
        }
        return askWhoItIs(add).thenComposeAsync(itself -> {
            if (!log.leads()) {
                // It led when it began to ask, which may have taken seconds.
                return CompletableFuture.failedFuture(noLeader());
            }
            List<RaftPeer> next = new ArrayList<>(current);
            next.add(RaftPeer.newBuilder()
                    .setId(add.getId())
                    .setAddress(add.getRaftAddress())
                    .build());
            try {
                return set(current, next);
            } catch (IOException e) {
                return CompletableFuture.failedFuture(unsure(e));
            }
        });
    }

    /**
     * Fails unless the node itself answers at its address. Whoever was called there instead, this very node by another name of its
     * address for one, would be sent a log that is not its own.
     */
    private CompletionStage<Void> askWhoItIs(PeerAdd add) {
        PeerHello question = PeerHello.newBuilder()
                .setNodeId(log.server().getId().toString())
                .setClusterId(log.group().getUuid().toString())
                .build();
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(HELLO_MILLIS);
        return answerOf(add, question, deadline).thenCompose(answer -> {
            boolean itself = answer.getNodeId().equals(add.getId())
                    && answer.getClusterId().equals(question.getClusterId());
            return itself
                    ? CompletableFuture.completedFuture(null)
                    : refused("at " + add.getRaftAddress() + " answers node " + answer.getNodeId() + " of cluster "
                            + answer.getClusterId() + ", not node " + add.getId() + " of this one");
        });
    }

    /** Asks again for some seconds: a node that has just started, on a busy machine, may be slow to answer. */
    private CompletionStage<PeerHelloAnswer> answerOf(PeerAdd add, PeerHello question, long deadline) {
        return Completion.attempt(() -> hello.apply(add.getRaftAddress(), question))
                .exceptionallyCompose(failure -> {
                    if (System.nanoTime() - deadline > 0) {
                        return refused("nobody answers at " + add.getRaftAddress() + "; start node " + add.getId()
                                + " there with --join, and it asks to be added by itself");
                    }
                    return Completion.later(LOOK_AGAIN_MILLIS, () -> answerOf(add, question, deadline));
                });
    }

    private CompletionStage<Void> removeHere(String id) throws IOException {
        List<RaftPeer> current = peers();
        List<RaftPeer> next = current.stream()
                .filter(peer -> !peer.getId().toString().equals(id))
                .toList();
        if (next.size() == current.size()) {
            return CompletableFuture.completedFuture(null);
        }
        if (next.isEmpty()) {
            return refused("node " + id + " is the last member; stop it instead");
        }
        long alive = members().stream()
                .filter(member -> !member.id().equals(id))
                .filter(member -> member.lastContactMillis() >= 0 && member.lastContactMillis() < SILENT_MILLIS)
                .count();
        if (alive <= next.size() / 2) {
            return refused("without node " + id + " only " + alive + " of " + next.size()
                    + " members would be alive, which is no majority; bring others back first");
        }
        if (id.equals(log.server().getId().toString())) {
            return transferHere("").thenCompose(done -> CompletableFuture.failedFuture(noLeader()));
        }
        return set(current, next);
    }

    private CompletionStage<Void> set(List<RaftPeer> current, List<RaftPeer> next) throws IOException {
        SetConfigurationRequest.Arguments arguments = SetConfigurationRequest.Arguments.newBuilder()
                .setServersInCurrentConf(current)
                .setListenersInCurrentConf(List.of())
                .setServersInNewConf(next)
                .setListenersInNewConf(List.of())
                .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
                .build();
        SetConfigurationRequest request =
                new SetConfigurationRequest(log.client(), log.server().getId(), log.group(), log.nextCall(), arguments);
        return log.server()
                .setConfigurationAsync(request)
                .exceptionallyCompose(RatisMembership::notSet)
                .thenCompose(RatisMembership::done)
                .thenCompose(done -> {
                    return ids(peers()).equals(ids(next))
                            ? CompletableFuture.completedFuture(null)
                            : CompletableFuture.failedFuture(busy());
                });
    }

    /** What Ratis says by failing, and not by a reply: that surely nothing was changed. */
    private static CompletableFuture<RaftClientReply> notSet(Throwable failure) {
        Throwable cause = Completion.unwrap(failure);
        // The second: the members are not those that were read a moment ago, which the request says they are.
        if (cause instanceof ReconfigurationInProgressException || cause instanceof SetConfigurationException) {
            return CompletableFuture.failedFuture(busy());
        }
        if (cause instanceof ReconfigurationTimeoutException) {
            return CompletableFuture.failedFuture(new AmsException(
                    ErrorCode.MEMBERSHIP_REFUSED,
                    "the new member could not be reached, or did not catch up in time; it was not added."
                            + " See that it runs under the address that was given"));
        }
        return CompletableFuture.failedFuture(cause);
    }

    private static SortedSet<String> ids(List<RaftPeer> peers) {
        return peers.stream().map(peer -> peer.getId().toString()).collect(Collectors.toCollection(TreeSet::new));
    }

    private CompletionStage<Void> transferHere(String id) throws IOException {
        String self = log.server().getId().toString();
        if (id.equals(self)) {
            return CompletableFuture.completedFuture(null);
        }
        Optional<Member> target = members().stream()
                .filter(member -> !member.id().equals(self))
                .filter(member -> id.isEmpty() || member.id().equals(id))
                .max(Comparator.comparingLong(Member::matchIndex));
        if (target.isEmpty()) {
            return refused(
                    id.isEmpty() ? "there is no other member to lead" : "node " + id + " is not a member of the group");
        }
        TransferLeadershipRequest request = new TransferLeadershipRequest(
                log.client(),
                log.server().getId(),
                log.group(),
                log.nextCall(),
                RaftPeerId.valueOf(target.get().id()),
                TRANSFER_TIMEOUT_MILLIS);
        return log.server()
                .transferLeadershipAsync(request)
                .thenCompose(reply -> reply.getException() instanceof TransferLeadershipException failure
                        ? notTransferred(target.get().id(), String.valueOf(failure.getMessage()))
                        : done(reply));
    }

    /** Ratis has one exception for all that is in the way; what it is says its text alone. */
    private static CompletableFuture<Void> notTransferred(String id, String why) {
        if (why.contains("reconfiguration in progress")) {
            return CompletableFuture.failedFuture(busy());
        }
        if (why.contains("TIMED_OUT")) {
            return refused("leadership was not handed to node " + id + " within " + TRANSFER_TIMEOUT_MILLIS / 1000
                    + " s; it may be out of reach or behind, see its lag in bin/ams status");
        }
        return refused("leadership was not handed to node " + id + ": " + why);
    }

    private List<RaftPeer> peers() {
        return List.copyOf(log.division().getRaftConf().getCurrentPeers());
    }

    private static CompletableFuture<Void> done(RaftClientReply reply) {
        if (reply.isSuccess()) {
            return CompletableFuture.completedFuture(null);
        }
        Exception failure = reply.getException();
        if (failure instanceof LeaderNotReadyException) {
            return CompletableFuture.failedFuture(noLeader());
        }
        if (failure instanceof NotLeaderException) {
            return CompletableFuture.failedFuture(unsure(failure));
        }
        return refused(String.valueOf(failure.getMessage()));
    }

    private static <T> CompletableFuture<T> refused(String why) {
        return CompletableFuture.failedFuture(new AmsException(ErrorCode.MEMBERSHIP_REFUSED, why));
    }

    private static AmsException unsure(@Nullable Throwable cause) {
        return cause instanceof LogAccess.NotProposedException
                ? noLeader()
                : new AmsException(
                        ErrorCode.OUTCOME_UNKNOWN,
                        "the change was begun and its end is not known (" + cause + "); list the members to see");
    }

    private static AmsException busy() {
        return new AmsException(
                ErrorCode.MEMBERSHIP_BUSY,
                "another change of the members is under way; nothing was changed. Try again when it has ended");
    }

    private static AmsException noLeader() {
        return new AmsException(ErrorCode.NO_LEADER, "no leader is known now; nothing was changed. Try again");
    }
}
