package io.ams.raft.ratis;

import io.ams.op.ErrorCode;
import io.ams.proto.Batch;
import io.ams.proto.Command;
import io.ams.proto.Outcome;
import io.ams.proto.SettingPut;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A write loop on a log that the test answers for, at a time that the test sets. Callbacks run where they arise. */
final class WriteLoopBench implements AutoCloseable {
    static final long START_MILLIS = 1_700_000_000_000L;
    static final long TIMEOUT_MILLIS = 1_000;
    static final String ORIGIN = "n1";
    static final long RUN = 7;

    final ScriptedLog log = new ScriptedLog();
    private final AtomicLong nanos = new AtomicLong(-5);
    final WriteLoop loop = new WriteLoop(
            ORIGIN,
            RUN,
            log,
            Clock.fixed(Instant.ofEpochMilli(START_MILLIS), ZoneOffset.UTC),
            nanos::get,
            Runnable::run,
            Runnable::run);

    WriteLoopBench() {
        log.watch(loop);
        loop.start();
    }

    /** What the caller of a command was told, each time. */
    static final class Told implements PendingCommand.Caller {
        private final List<String> words = new ArrayList<>();
        private final CountDownLatch first = new CountDownLatch(1);

        @Override
        public void outcome(Outcome outcome) {
            told(outcome.getIndex() + " " + outcome.getAccepted().toStringUtf8());
        }

        @Override
        public void failed(ErrorCode code, String detail) {
            told(code.name());
        }

        private synchronized void told(String what) {
            words.add(what);
            first.countDown();
        }

        /** Everything so far. */
        synchronized List<String> soFar() {
            return List.copyOf(words);
        }

        /** Everything, once there is something. */
        List<String> awaited() {
            try {
                if (!first.await(20, TimeUnit.SECONDS)) {
                    throw new AssertionError("nobody told the caller");
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return soFar();
        }
    }

    static Command put(String key) {
        return put(key, 0);
    }

    /** @param bytes about how large the command is */
    static Command put(String key, int bytes) {
        return Command.newBuilder()
                .setSettingPut(SettingPut.newBuilder().setKey(key).setValue("v".repeat(bytes)))
                .build();
    }

    static Batch otherBatch(long sequence, Command... commands) {
        return Batch.newBuilder()
                .setOrigin("n2")
                .setRun(1)
                .setSequence(sequence)
                .addAllCommands(List.of(commands))
                .build();
    }

    static List<String> keysOf(Batch batch) {
        return batch.getCommandsList().stream()
                .map(command -> command.getSettingPut().getKey())
                .toList();
    }

    Told add(String key) {
        return add(put(key));
    }

    Told add(Command command) {
        Told told = new Told();
        loop.add(new PendingCommand(command, nanos.get() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS), told));
        return told;
    }

    void addMany(int count) {
        for (int i = 0; i < count; i++) {
            add("many");
        }
    }

    /** Lets time pass, and the loop look at it. */
    void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
        look();
    }

    /** Waits until the loop has sent what it wants to send. */
    void look() {
        log.letLook();
    }

    @Override
    public void close() {
        loop.close();
    }
}
