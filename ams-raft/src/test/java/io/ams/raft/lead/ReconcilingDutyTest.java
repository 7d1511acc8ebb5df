package io.ams.raft.lead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.op.ErrorCode;
import io.ams.proto.SettingPut;
import io.ams.raft.Submission;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReconcilingDutyTest {
    private static final LeaderTerm TERM = new LeaderTerm(7, "n1");
    private static final long OFTEN = 1;
    private static final long NEVER_AGAIN = TimeUnit.HOURS.toMillis(1);
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(5_000), ZoneOffset.UTC);

    private final LeadScene scene = new LeadScene();
    private final AtomicInteger passes = new AtomicInteger();

    private LeaderDuty.Running begin(String name, long tickMillis, ReconcilingDuty.Planner planner) {
        return new ReconcilingDuty(
                        name,
                        (view, now, since) -> {
                            passes.incrementAndGet();
                            return planner.plan(view, now, since);
                        },
                        tickMillis,
                        CLOCK)
                .begin(TERM, scene.submitter, scene.reader);
    }

    private static boolean runs(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("ams-duty-" + name));
    }

    @Test
    void everythingPlannedIsSubmittedWithTheTerm() throws InterruptedException {
        try (LeaderDuty.Running running = begin("terms", NEVER_AGAIN, (view, now, since) -> {
            assertThat(now).isEqualTo(5_000);
            assertThat(since).isEqualTo(5_000);
            return List.of(LeadScene.put("x.a"), LeadScene.put("x.b"));
        })) {
            assertThat(running).isNotNull();
            for (String key : List.of("x.a", "x.b")) {
                LeadScene.Submitted submitted = scene.next();
                assertThat(submitted.operation()).isEqualTo("SettingPut");
                assertThat(submitted.body())
                        .isEqualTo(SettingPut.newBuilder().setKey(key).build());
                assertThat(submitted.submission())
                        .isEqualTo(Submission.by("leader:terms").inTerm(7));
                submitted.refuse(ErrorCode.SETTING_UNKNOWN);
            }
        }
        assertThat(passes).hasValue(1);
    }

    @Test
    void itPlansAgainOnlyWhenTheOutcomesAreThere() throws InterruptedException {
        LeaderDuty.Running running = begin("outcomes", OFTEN, (view, now, since) -> List.of(LeadScene.put("x.a")));
        LeadScene.Submitted first = scene.next();
        assertThat(passes).hasValue(1);
        first.refuse(ErrorCode.SETTING_INVALID);
        scene.next().refuse(ErrorCode.STALE_TERM);
        running.close();
        assertThat(passes).hasValue(2);
    }

    @Test
    void aPlannerThatThrowsIsTriedAgain() throws InterruptedException {
        LeaderDuty.Running running = begin("throwing", OFTEN, (view, now, since) -> {
            if (passes.get() < 3) {
                throw new IllegalStateException("not this time");
            }
            return List.of(LeadScene.put("x.a"));
        });
        LeadScene.Submitted submitted = scene.next();
        assertThat(passes).hasValue(3);
        submitted.refuse(ErrorCode.STALE_TERM);
        running.close();
    }

    @Test
    void aSubmissionThatBreaksIsTriedAgain() throws InterruptedException {
        LeaderDuty.Running running = begin("breaking", OFTEN, (view, now, since) -> List.of(LeadScene.put("x.a")));
        scene.next().refusal().completeExceptionally(new IllegalStateException("broken"));
        scene.next().refuse(ErrorCode.STALE_TERM);
        running.close();
        assertThat(passes).hasValue(2);
    }

    @Test
    void aTermThatIsOverEndsTheLoop() throws InterruptedException {
        LeaderDuty.Running running =
                begin("stale", OFTEN, (view, now, since) -> List.of(LeadScene.put("x.a"), LeadScene.put("x.b")));
        LeadScene.Submitted first = scene.next();
        scene.next().refuse(ErrorCode.SETTING_INVALID);
        assertThat(runs("stale")).isTrue();
        first.refuse(ErrorCode.STALE_TERM);
        await().until(() -> !runs("stale"));
        assertThat(passes).hasValue(1);
        assertThat(scene.untaken()).isZero();
        running.close();
    }

    @Test
    void closeWaitsForThePassThatRuns() throws Exception {
        CountDownLatch planning = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        AtomicBoolean planned = new AtomicBoolean();
        LeaderDuty.Running running = begin("closing", OFTEN, (view, now, since) -> {
            planning.countDown();
            try {
                assertThat(mayGoOn.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            planned.set(true);
            return List.of();
        });
        assertThat(planning.await(20, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Boolean> closed = CompletableFuture.supplyAsync(() -> {
            running.close();
            return planned.get();
        });
        assertThat(closed).isNotDone();
        mayGoOn.countDown();
        assertThat(closed.get(20, TimeUnit.SECONDS))
                .as("the pass was over by then")
                .isTrue();
        assertThat(passes).hasValue(1);
        assertThat(runs("closing")).isFalse();
    }

    @Test
    void closeDoesNotWaitForTheNextTick() {
        LeaderDuty.Running running = begin("idle", NEVER_AGAIN, (view, now, since) -> List.of());
        await().until(() -> passes.get() == 1);
        running.close();
        assertThat(runs("idle")).isFalse();
    }
}
