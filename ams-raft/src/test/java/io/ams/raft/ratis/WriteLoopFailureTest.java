package io.ams.raft.ratis;

import static io.ams.raft.ratis.WriteLoopBench.keysOf;
import static io.ams.raft.ratis.WriteLoopBench.otherBatch;
import static io.ams.raft.ratis.WriteLoopBench.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ams.proto.Batch;
import io.ams.proto.BatchOutcome;
import io.ams.raft.ratis.LogAccess.NotProposedException;
import io.ams.raft.ratis.ScriptedLog.Forward;
import io.ams.raft.ratis.ScriptedLog.Proposal;
import io.ams.raft.ratis.WriteLoopBench.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of commands when the way to the log fails. */
class WriteLoopFailureTest {
    private final WriteLoopBench bench = new WriteLoopBench();
    private final ScriptedLog log = bench.log;

    @AfterEach
    void stop() {
        bench.close();
    }

    private static void assertNotProposed(CompletableFuture<?> stage) {
        assertThatThrownBy(() -> stage.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(NotProposedException.class);
    }

    @Test
    void aBatchIsSentAgainUnchangedAfterAPauseThatGrowsAndSettledOnce() {
        Told a = bench.add("a");
        Proposal first = log.nextProposal();
        first.failsPerhapsAfterTheLog();
        bench.pass(4);
        assertThat(log.untaken()).isZero();
        bench.pass(1);
        Proposal second = log.nextProposal();
        assertThat(second.onlyBatch()).isEqualTo(first.onlyBatch());
        second.failsBeforeTheLog();
        bench.pass(9);
        assertThat(log.untaken()).isZero();
        bench.pass(1);
        Proposal third = log.nextProposal();
        assertThat(third.onlyBatch()).isEqualTo(first.onlyBatch());
        third.accept(5);
        assertThat(a.awaited()).containsExactly("5 a");

        bench.pass(2 * WriteLoopBench.TIMEOUT_MILLIS);
        assertThat(a.soFar()).containsExactly("5 a");
        assertThat(log.untaken()).isZero();
    }

    @Test
    void whatComesLaterDoesNotJoinABatchThatIsSentAgain() {
        bench.add("a");
        Batch sent = log.nextProposalThatFails();
        log.leads(false);
        bench.look();
        bench.add("b");
        log.leads(true);
        bench.pass(5);
        assertThat(log.nextProposal().entry().getBatchesList())
                .satisfiesExactly(
                        again -> assertThat(again).isEqualTo(sent),
                        fresh -> assertThat(keysOf(fresh)).containsExactly("b"));
    }

    @Test
    void withoutALeaderNothingIsSentAndTheDeadlineSaysSo() {
        log.leads(false);
        bench.look();
        Told a = bench.add("a");
        bench.pass(WriteLoopBench.TIMEOUT_MILLIS - 1);
        assertThat(a.soFar()).isEmpty();
        bench.pass(1);
        assertThat(a.awaited()).containsExactly("NO_LEADER");
        assertThat(log.untaken()).isZero();
    }

    @Test
    void surelyNotProposedIsNoLeaderAtTheDeadline() {
        Told a = bench.add("a");
        log.nextProposal().failsBeforeTheLog();
        bench.pass(5);
        log.nextProposal().failsBeforeTheLog();
        assertThat(a.soFar()).isEmpty();
        bench.pass(WriteLoopBench.TIMEOUT_MILLIS);
        assertThat(a.awaited()).containsExactly("NO_LEADER");
        assertThat(log.untaken())
                .as("a batch that was given up is not sent again")
                .isZero();
    }

    @Test
    void perhapsProposedOnceIsUnknownAtTheDeadline() {
        Told a = bench.add("a");
        log.nextProposal().failsPerhapsAfterTheLog();
        bench.pass(5);
        log.nextProposal().failsBeforeTheLog();
        bench.pass(WriteLoopBench.TIMEOUT_MILLIS);
        assertThat(a.awaited()).containsExactly("OUTCOME_UNKNOWN");
    }

    @Test
    void stillOnItsWayIsUnknownAtTheDeadlineAndALateAnswerTellsNobody() {
        Told a = bench.add("a");
        Proposal proposal = log.nextProposal();
        bench.pass(WriteLoopBench.TIMEOUT_MILLIS);
        assertThat(a.awaited()).containsExactly("OUTCOME_UNKNOWN");

        proposal.accept(3);
        assertThat(a.soFar()).containsExactly("OUTCOME_UNKNOWN");
        Told b = bench.add("b");
        log.nextProposal().accept(4);
        assertThat(b.awaited()).containsExactly("4 b");
    }

    @Test
    void neverMoreThanTwelveBatchesAreWithoutAnAnswer() {
        List<Told> told = new ArrayList<>();
        List<Batch> sent = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            told.add(bench.add("k" + i));
            Proposal proposal = log.nextProposal();
            sent.add(proposal.onlyBatch());
            proposal.failsPerhapsAfterTheLog();
        }
        Told thirteenth = bench.add("k12");
        bench.look();
        assertThat(log.untaken()).isZero();

        bench.pass(200);
        Proposal again = log.nextProposal();
        assertThat(again.entry().getBatchesList()).containsExactlyElementsOf(sent);
        again.accept(20);
        for (int i = 0; i < 12; i++) {
            assertThat(told.get(i).awaited()).containsExactly("20 k" + i);
        }
        log.nextProposal().accept(21);
        assertThat(thirteenth.awaited()).containsExactly("21 k12");
    }

    @Test
    void aStaleOutcomeIsUnknown() {
        Told a = bench.add("a");
        log.nextProposal().answer(2, BatchOutcome.newBuilder().setStale(true).build());
        assertThat(a.awaited()).containsExactly("OUTCOME_UNKNOWN");
    }

    @Test
    void anOutcomeOfAnotherShapeIsUnknown() {
        Told a = bench.add("a");
        log.nextProposal().answer(2, BatchOutcome.getDefaultInstance());
        assertThat(a.awaited()).containsExactly("OUTCOME_UNKNOWN");
    }

    @Test
    void anEntryThatIsAnsweredWithoutOutcomesIsAskedForAgain() {
        Told a = bench.add("a");
        Proposal first = log.nextProposal();
        first.answerWithoutOutcomes(2);
        bench.pass(5);
        Proposal second = log.nextProposal();
        assertThat(second.onlyBatch()).isEqualTo(first.onlyBatch());
        second.accept(3);
        assertThat(a.awaited()).containsExactly("3 a");
    }

    @Test
    void othersAreRefusedWhereNobodyLeads() {
        log.leads(false);
        log.knowsLeader(true);
        bench.look();
        assertNotProposed(bench.loop.addForwarded(otherBatch(1, put("x"))));
        assertNotProposed(bench.loop.barrier());
        assertThat(log.untaken()).isZero();
    }

    @Test
    void aFailedEntryFailsItsRidersAtOnce() {
        bench.loop.follow();
        Proposal first = log.nextProposal();
        CompletableFuture<BatchOutcome> other = bench.loop.addForwarded(otherBatch(1, put("x")));
        CompletableFuture<Long> barrier = bench.loop.barrier();
        first.accept(1);
        log.nextProposal().failsPerhapsAfterTheLog();
        assertThatThrownBy(() -> other.get(20, TimeUnit.SECONDS))
                .as("whoever forwarded it sends it again")
                .hasCauseInstanceOf(java.io.IOException.class);
        assertThatThrownBy(() -> barrier.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(java.io.IOException.class);
        bench.pass(200);
        assertThat(log.untaken()).isZero();
    }

    @Test
    void aChangeFromLeaderToFollowerAndBackLosesNothing() {
        Told a = bench.add("a");
        Batch sent = log.nextProposalThatFails();
        Told b = bench.add("b");
        Batch sentToo = log.nextProposalThatFails();
        log.leads(false);
        log.knowsLeader(true);
        bench.pass(5);
        Forward first = log.nextForward();
        assertThat(first.batch()).isEqualTo(sent);
        assertThat(log.untaken()).as("one call to the leader at a time").isZero();
        first.accept(10);
        assertThat(a.awaited()).containsExactly("10 a");
        Forward second = log.nextForward();
        assertThat(second.batch()).isEqualTo(sentToo);
        second.answer().completeExceptionally(new java.io.IOException("the leader has gone"));

        log.leads(true);
        bench.pass(10);
        Proposal back = log.nextProposal();
        assertThat(back.onlyBatch()).isEqualTo(sentToo);
        back.accept(11);
        assertThat(b.awaited()).containsExactly("11 b");
    }

    @Test
    void aWayThatThrowsIsOneFailureOfMany() {
        log.throwNext(new IllegalStateException("closed just now"));
        Told a = bench.add("a");
        bench.look();
        bench.pass(5);
        log.nextProposal().accept(1);
        assertThat(a.awaited()).containsExactly("1 a");

        log.leads(false);
        log.knowsLeader(true);
        log.throwNext(new IllegalStateException("closed just now"));
        Told b = bench.add("b");
        bench.look();
        bench.pass(5);
        log.nextForward().accept(2);
        assertThat(b.awaited()).containsExactly("2 b");
    }

    @Test
    void tooManyCommandsAreTurnedAwayUntilSomeAreThrough() {
        log.leads(false);
        bench.look();
        bench.addMany(50_000);
        Told over = bench.add("over");
        assertThat(over.awaited()).containsExactly("OVERLOADED");
        bench.pass(WriteLoopBench.TIMEOUT_MILLIS);
        Told again = bench.add("again");
        log.leads(true);
        bench.look();
        log.nextProposal().accept(1);
        assertThat(again.awaited()).containsExactly("1 again");
    }

    @Test
    void tooManyBytesAreTurnedAwayUntilSomeAreThrough() {
        log.leads(false);
        bench.look();
        Told last = bench.add("first");
        for (int i = 0; i < 15; i++) {
            last = bench.add(put("big" + i, 4 << 20));
        }
        assertThat(last.soFar()).isEmpty();
        assertThat(bench.add(put("over", 4 << 20)).awaited()).containsExactly("OVERLOADED");
        bench.pass(WriteLoopBench.TIMEOUT_MILLIS);
        assertThat(last.awaited()).containsExactly("NO_LEADER");
        assertThat(bench.add(put("again", 4 << 20)).soFar()).isEmpty();
    }

    @Test
    void tooManyForwardedCommandsAreTurnedAway() {
        bench.loop.follow();
        Proposal first = log.nextProposal();
        bench.addMany(64);
        log.nextProposal(); // both flights are taken
        Batch.Builder full = otherBatch(1).toBuilder();
        for (int i = 0; i < 50_000; i++) {
            full.addCommands(put("x"));
        }
        CompletableFuture<BatchOutcome> taken = bench.loop.addForwarded(full.build());
        CompletableFuture<BatchOutcome> refused = bench.loop.addForwarded(otherBatch(2, put("y")));
        assertNotProposed(refused);
        assertThat(taken).isNotDone();
        first.accept(1);
        log.nextProposal().accept(2);
        assertThat(taken).isCompleted();
    }

    @Test
    void closeTellsEverybody() {
        Told cameBack = bench.add("came back");
        log.nextProposal().failsBeforeTheLog();
        Told onItsWay = bench.add("on its way");
        Proposal held = log.nextProposal();
        Told waiting = bench.add("waiting");
        CompletableFuture<BatchOutcome> other = bench.loop.addForwarded(otherBatch(1, put("x")));
        CompletableFuture<Long> barrier = bench.loop.barrier();

        bench.loop.close();
        assertThat(cameBack.awaited()).containsExactly("NO_LEADER");
        assertThat(onItsWay.awaited()).containsExactly("OUTCOME_UNKNOWN");
        assertThat(waiting.awaited()).containsExactly("STOPPING");
        assertNotProposed(other);
        assertNotProposed(barrier);

        held.accept(9);
        assertThat(onItsWay.soFar()).containsExactly("OUTCOME_UNKNOWN");
        assertThat(bench.add("late").awaited()).containsExactly("STOPPING");
        assertNotProposed(bench.loop.addForwarded(otherBatch(2, put("y"))));
        assertNotProposed(bench.loop.barrier());
        assertThat(log.untaken()).isZero();
    }
}
