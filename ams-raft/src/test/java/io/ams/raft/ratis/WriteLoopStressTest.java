package io.ams.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.SettingPut;
import io.ams.proto.SettingRow;
import io.ams.proto.SettingStored;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Exactly once, whatever happens on the way to the log. Each command puts a setting of its own without comparing, so that the
 * setting's version says how often it was applied.
 */
class WriteLoopStressTest {
    private static final int WRITERS = 4;
    private static final int COMMANDS = 400;
    private static final long TIMEOUT_MILLIS = 60_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyAcknowledgedWriteIsAppliedOnce(long seed, TestReporter reporter) throws Exception {
        long used = seed * 7919 + Long.getLong("ams.test.seed", 0);
        reporter.publishEntry("seed", String.valueOf(used));
        try (UnreliableLog log = new UnreliableLog(used)) {
            Map<String, Reply<SettingStored>> replies = run(log, TIMEOUT_MILLIS);
            assertThat(log.failures()).as("the log did fail").isGreaterThan(20);
            replies.forEach((key, reply) -> assertThat(reply)
                    .as("seed %d key %s", used, key)
                    .isInstanceOfSatisfying(
                            Reply.Accepted.class,
                            accepted -> assertThat(accepted.result())
                                    .isEqualTo(SettingStored.newBuilder()
                                            .setVersion(1)
                                            .build())));
            log.applyStray();
            replies.keySet()
                    .forEach(key -> assertThat(version(log, key))
                            .as("seed %d %s", used, key)
                            .isEqualTo(1));
        }
    }

    @Test
    void whoeverRunsOutOfTimeIsToldTheTruth(TestReporter reporter) throws Exception {
        long seed = Long.getLong("ams.test.seed", 42);
        reporter.publishEntry("seed", String.valueOf(seed));
        try (UnreliableLog log = new UnreliableLog(seed)) {
            Map<String, Reply<SettingStored>> replies = run(log, 20);
            log.applyStray();
            replies.forEach((key, reply) -> {
                long version = version(log, key);
                if (reply.isAccepted()) {
                    assertThat(version)
                            .as("acknowledged %s, seed %d", key, seed)
                            .isEqualTo(1);
                } else if (reply.failedWith(ErrorCode.NO_LEADER)) {
                    assertThat(version)
                            .as("surely not applied %s, seed %d", key, seed)
                            .isZero();
                } else {
                    assertThat(reply.failedWith(ErrorCode.OUTCOME_UNKNOWN)).isTrue();
                    assertThat(version).as("unknown %s, seed %d", key, seed).isLessThanOrEqualTo(1);
                }
            });
        }
    }

    private static long version(UnreliableLog log, String key) {
        Optional<SettingRow> row = log.store.read(snapshot -> snapshot.view().get(Columns.SETTINGS, key));
        return row.map(SettingRow::getVersion).orElse(0L);
    }

    private static Map<String, Reply<SettingStored>> run(UnreliableLog log, long timeoutMillis) throws Exception {
        ExecutorService callbacks = Executors.newFixedThreadPool(2);
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try (WriteLoop loop = new WriteLoop("n1", 1, log, Clock.systemUTC(), System::nanoTime, callbacks, callbacks)) {
            loop.start();
            RatisSubmitter submitter = new RatisSubmitter(loop, 1 << 20, TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
            List<CompletableFuture<Map<String, Reply<SettingStored>>>> running = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                String name = "x.w" + writer;
                running.add(CompletableFuture.supplyAsync(() -> write(submitter, name), writers));
            }
            Map<String, Reply<SettingStored>> replies = new TreeMap<>();
            for (CompletableFuture<Map<String, Reply<SettingStored>>> one : running) {
                replies.putAll(one.get(2 * TIMEOUT_MILLIS, TimeUnit.MILLISECONDS));
            }
            log.behave();
            assertThat(replies).hasSize(WRITERS * COMMANDS);
            return replies;
        } finally {
            writers.shutdownNow();
            callbacks.shutdownNow();
        }
    }

    /** Some commands at once, then the next ones: batches of many sizes. */
    private static Map<String, Reply<SettingStored>> write(RatisSubmitter submitter, String name) {
        Map<String, Reply<SettingStored>> replies = new TreeMap<>();
        int width = 1;
        for (int next = 0; next < COMMANDS; width = width % 40 + 3) {
            Map<String, CompletableFuture<Reply<SettingStored>>> together = new TreeMap<>();
            for (int i = 0; i < width && next < COMMANDS; i++, next++) {
                SettingPut body = SettingPut.newBuilder()
                        .setKey(name + "." + next)
                        .setValue("v")
                        .build();
                together.put(
                        body.getKey(),
                        submitter
                                .submit(Operations.SETTING_PUT, body, Submission.by("test"))
                                .toCompletableFuture());
            }
            together.forEach((key, reply) -> replies.put(key, reply.join()));
        }
        return replies;
    }
}
