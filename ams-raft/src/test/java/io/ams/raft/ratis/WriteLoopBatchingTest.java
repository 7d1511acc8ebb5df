package io.ams.raft.ratis;

import static io.ams.raft.ratis.WriteLoopBench.keysOf;
import static io.ams.raft.ratis.WriteLoopBench.otherBatch;
import static io.ams.raft.ratis.WriteLoopBench.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.ams.apply.Applier;
import io.ams.proto.BatchOutcome;
import io.ams.raft.ratis.ScriptedLog.Proposal;
import io.ams.raft.ratis.WriteLoopBench.Told;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What goes into one batch and one entry, and how many are on their way. */
class WriteLoopBatchingTest {
    private final WriteLoopBench bench = new WriteLoopBench();
    private final ScriptedLog log = bench.log;

    @AfterEach
    void stop() {
        bench.close();
    }

    /** Nobody leads while these are added, so that they are all there when the loop first may send. */
    private void addedTogether(Runnable additions) {
        log.leads(false);
        bench.look();
        additions.run();
        log.leads(true);
        bench.loop.wake();
    }

    @Test
    void whatWaitsIsCarriedTogetherAndEachCallerGetsItsOwnOutcome() {
        Told a = bench.add("a");
        Proposal first = log.nextProposal();
        Told b = bench.add("b");
        Told c = bench.add("c");
        bench.look();
        assertThat(log.untaken()).isZero();

        first.accept(1);
        Proposal second = log.nextProposal();
        assertThat(keysOf(second.onlyBatch())).containsExactly("b", "c");
        assertThat(second.onlyBatch().getOrigin()).isEqualTo(WriteLoopBench.ORIGIN);
        assertThat(second.onlyBatch().getRun()).isEqualTo(WriteLoopBench.RUN);
        assertThat(second.onlyBatch().getSequence()).isEqualTo(first.onlyBatch().getSequence() + 1);
        assertThat(second.entry().getHeader().getTimeMillis()).isEqualTo(WriteLoopBench.START_MILLIS);
        assertThat(second.entry().getHeader().getFormatVersion()).isEqualTo(Applier.FORMAT_VERSION);

        second.accept(2);
        assertThat(a.awaited()).containsExactly("1 a");
        assertThat(b.awaited()).containsExactly("2 b");
        assertThat(c.awaited()).containsExactly("2 c");
    }

    @Test
    void aSecondEntryFliesOnlyWhenManyWaitAndAThirdNever() {
        bench.add("a");
        Proposal first = log.nextProposal();
        bench.addMany(63);
        bench.look();
        assertThat(log.untaken()).isZero();

        bench.addMany(1);
        Proposal second = log.nextProposal();
        assertThat(second.onlyBatch().getCommandsCount()).isEqualTo(64);
        bench.addMany(200);
        bench.look();
        assertThat(log.untaken()).isZero();

        first.accept(1);
        assertThat(log.nextProposal().onlyBatch().getCommandsCount()).isEqualTo(200);
    }

    @Test
    void forwardedCommandsCountForTheSecondFlightToo() {
        bench.add("a");
        log.nextProposal();
        bench.addMany(60);
        var unused = bench.loop.addForwarded(otherBatch(1, put("x"), put("y"), put("z")));
        bench.look();
        assertThat(log.untaken()).isZero();
        var unusedToo = bench.loop.addForwarded(otherBatch(2, put("w")));
        assertThat(log.nextProposal().entry().getBatchesCount()).isEqualTo(3);
    }

    @Test
    void aBatchHoldsAtMost512Commands() {
        addedTogether(() -> bench.addMany(600));
        assertThat(log.nextProposal().onlyBatch().getCommandsCount()).isEqualTo(512);
        assertThat(log.nextProposal().onlyBatch().getCommandsCount()).isEqualTo(88);
    }

    @Test
    void aBatchHoldsAtMost256KibibytesOfCommands() {
        addedTogether(() -> {
            for (int i = 0; i < 6; i++) {
                bench.add(put("k" + i, 60 << 10));
            }
        });
        Proposal first = log.nextProposal();
        assertThat(keysOf(first.onlyBatch())).containsExactly("k0", "k1", "k2", "k3");
        first.accept(1);
        assertThat(keysOf(log.nextProposal().onlyBatch())).containsExactly("k4", "k5");
    }

    @Test
    void aBigCommandGoesAlone() {
        addedTogether(() -> {
            bench.add("before");
            bench.add(put("big", 300 << 10));
            bench.add("after");
        });
        Proposal first = log.nextProposal();
        assertThat(keysOf(first.onlyBatch())).containsExactly("before");
        first.accept(1);
        Proposal second = log.nextProposal();
        assertThat(keysOf(second.onlyBatch())).containsExactly("big");
        second.accept(2);
        assertThat(keysOf(log.nextProposal().onlyBatch())).containsExactly("after");
    }

    @Test
    void anEntryTakesForwardedBatchesUpToItsBytes() {
        bench.loop.follow();
        Proposal first = log.nextProposal();
        var one = bench.loop.addForwarded(otherBatch(1, put("one", 600 << 10)));
        var two = bench.loop.addForwarded(otherBatch(2, put("two", 600 << 10)));
        var three = bench.loop.addForwarded(otherBatch(3, put("three", 600 << 10)));
        bench.look();
        first.accept(1);
        Proposal second = log.nextProposal();
        assertThat(second.entry().getBatchesList())
                .extracting(io.ams.proto.Batch::getSequence)
                .containsExactly(1L, 2L);
        second.accept(2);
        Proposal third = log.nextProposal();
        assertThat(third.onlyBatch().getSequence()).isEqualTo(3);
        third.accept(3);
        assertThat(CompletableFuture.allOf(one, two, three)).isCompleted();
    }

    @Test
    void batchesToTryAgainKeepToTheBytesOfAnEntry() {
        for (int i = 0; i < 3; i++) {
            bench.add(put("k" + i, 700 << 10));
            log.nextProposal().failsBeforeTheLog();
        }
        bench.pass(200);
        Proposal again = log.nextProposal();
        assertThat(again.entry().getBatchesList())
                .as("three of these would come near what can be replicated")
                .hasSize(2);
        again.accept(1);
        assertThat(keysOf(log.nextProposal().onlyBatch())).containsExactly("k2");
    }

    @Test
    void ownForwardedAndBarriersShareOneEntry() {
        bench.loop.follow();
        Proposal first = log.nextProposal();
        Told own = bench.add("own");
        CompletableFuture<BatchOutcome> other = bench.loop.addForwarded(otherBatch(4, put("x"), put("y")));
        CompletableFuture<Long> barrier = bench.loop.barrier();
        first.accept(8);
        assertThat(barrier).as("it was asked for after that entry").isNotDone();

        Proposal second = log.nextProposal();
        assertThat(second.entry().getBatchesCount()).isEqualTo(2);
        second.accept(9);
        assertThat(own.awaited()).containsExactly("9 own");
        assertThat(other).isCompletedWithValue(ScriptedLog.accepted(otherBatch(4, put("x"), put("y")), 9));
        assertThat(barrier).isCompletedWithValue(9L);
        bench.look();
        assertThat(log.untaken()).isZero();
    }

    @Test
    void aBarrierAloneIsAnEntryWithoutBatches() {
        CompletableFuture<Long> barrier = bench.loop.barrier();
        Proposal proposal = log.nextProposal();
        assertThat(proposal.entry().getBatchesList()).isEmpty();
        proposal.accept(3);
        assertThat(barrier).isCompletedWithValue(3L);
    }

    @Test
    void followSendsOneEmptyEntry() {
        bench.loop.follow();
        Proposal proposal = log.nextProposal();
        assertThat(proposal.entry().getBatchesList()).isEmpty();
        proposal.accept(1);
        bench.look();
        assertThat(log.untaken()).isZero();
    }

    @Test
    void followIsForgottenWhereNobodyLeads() {
        log.leads(false);
        bench.look();
        bench.loop.follow();
        bench.look();
        log.leads(true);
        bench.look();
        assertThat(log.untaken()).isZero();
    }
}
