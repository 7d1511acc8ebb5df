package io.ams.web;

import io.ams.op.ErrorCode;
import io.ams.publish.StatePublisher;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Member;
import io.ams.raft.Membership;
import io.ams.raft.NodeStatus;
import io.ams.raft.Read;
import io.ams.raft.Reader;
import io.ams.raft.Replica;
import io.ams.raft.Submitter;
import io.ams.state.View;
import io.ams.testkit.SoloReplica;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A replica that is told what to say of itself and of its group, and takes note of what it is asked. */
final class StandIn implements Replica, Membership, Reader {
    final SoloReplica solo = new SoloReplica();
    final List<Member> members = new CopyOnWriteArrayList<>();
    final List<String> asked = new CopyOnWriteArrayList<>();
    final List<Consistency> reads = new CopyOnWriteArrayList<>();
    volatile NodeStatus.Lifecycle lifecycle = NodeStatus.Lifecycle.RUNNING;
    volatile Optional<String> leader = Optional.of("solo");
    volatile boolean leaderAnswers = true;
    /** Whether what was written is there to be read, and reads that wait for its index come to an answer. */
    volatile boolean catchesUp = true;

    StandIn() {
        members.add(new Member("solo", "solo:9871", true, 40, 0));
    }

    @Override
    public Submitter submitter() {
        return solo;
    }

    @Override
    public Reader reader() {
        return this;
    }

    @Override
    public Membership membership() {
        return this;
    }

    @Override
    public <T> CompletionStage<Read<T>> read(Consistency consistency, Function<View, T> function) {
        boolean slow = !catchesUp && consistency.mode() == Consistency.Mode.BOOKMARK;
        CompletionStage<Read<T>> answer = slow
                ? CompletableFuture.failedFuture(new AmsException(ErrorCode.READ_TIMEOUT, "it was told to be slow"))
                : solo.read(consistency, function);
        // Noted when it has been read: whoever waits for the note knows that what comes now was not seen.
        reads.add(consistency);
        return answer;
    }

    @Override
    public <T> Read<T> readLocal(Function<View, T> function) {
        Read<T> now = solo.readLocal(function);
        return catchesUp ? now : new Read<>(now.value(), 0);
    }

    @Override
    public NodeStatus status() {
        NodeStatus status = solo.status();
        return new NodeStatus(
                status.nodeId(),
                status.clusterId(),
                status.incarnation(),
                lifecycle,
                leader.isPresent() ? status.role() : NodeStatus.Role.CANDIDATE,
                leader,
                leader.isPresent(),
                status.term(),
                status.commitIndex(),
                status.appliedIndex(),
                status.durableIndex(),
                status.digest(),
                lifecycle == NodeStatus.Lifecycle.RUNNING ? "" : "told so");
    }

    @Override
    public void subscribe(StatePublisher publisher) {
        solo.subscribe(publisher);
    }

    @Override
    public void unsubscribe(StatePublisher publisher) {
        solo.unsubscribe(publisher);
    }

    @Override
    public List<Member> members() {
        List<Member> blind = new ArrayList<>();
        members.forEach(member -> blind.add(new Member(
                member.id(),
                member.raftAddress(),
                leader.filter(member.id()::equals).isPresent(),
                -1,
                -1)));
        return blind;
    }

    @Override
    public CompletionStage<List<Member>> membersFromLeader() {
        return leaderAnswers
                ? CompletableFuture.completedFuture(List.copyOf(members))
                : CompletableFuture.failedFuture(
                        new io.ams.raft.AmsException(io.ams.op.ErrorCode.NO_LEADER, "nobody leads"));
    }

    @Override
    public Optional<String> leaderId() {
        return leader;
    }

    @Override
    public CompletionStage<Void> add(String id, String raftAddress) {
        asked.add("add " + id + " " + raftAddress);
        if (members.stream().noneMatch(member -> member.id().equals(id))) {
            members.add(new Member(id, raftAddress, false, 38, 20));
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> remove(String id) {
        asked.add("remove " + id);
        members.removeIf(member -> member.id().equals(id));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> transferLeadership(Optional<String> id) {
        asked.add("transfer " + id.orElse("to anyone"));
        leader = Optional.of(id.orElse("solo"));
        return CompletableFuture.completedFuture(null);
    }
}
