package io.ams.testkit.history;

import com.google.protobuf.ByteString;
import io.ams.apply.Applier;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.proto.Command;
import io.ams.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Makes histories from a seed: commands of every operation, with plausible and implausible arguments. It applies what it makes to
 * a state of its own, to know what is plausible; the same seed gives the same history.
 *
 * <p>Time stands still for {@value #PLATEAU} commands and then jumps, so that a history can be cut into entries in many ways
 * without changing when a command happens.
 */
public final class HistoryGenerator {
    /** The term that histories are applied in. */
    public static final long TERM = 5;

    /** How many commands have the same time. */
    public static final int PLATEAU = 128;

    private static final long START_MILLIS = 1_700_000_000_000L;
    private static final int LONGEST_JUMP = 60_000;

    private final SplittableRandom random;
    private final List<Maker<?>> makers;
    private final boolean headers;

    private HistoryGenerator(long seed, List<Maker<?>> makers, boolean headers) {
        this.random = new SplittableRandom(seed);
        this.makers = makers;
        this.headers = headers;
    }

    /** Of every operation, with idempotency keys and terms. */
    public static HistoryGenerator ofAll(long seed) {
        return new HistoryGenerator(seed, makers(operation -> true), true);
    }

    /** Of these operations, without idempotency keys and terms. */
    public static HistoryGenerator plain(long seed, Predicate<Operation<?, ?>> operations) {
        return new HistoryGenerator(seed, makers(operations), false);
    }

    /** The operations that histories can have. */
    public static List<Operation<?, ?>> operations() {
        List<Operation<?, ?>> operations = new ArrayList<>();
        makers(operation -> true).forEach(maker -> operations.add(maker.operation()));
        return operations;
    }

    private static List<Maker<?>> makers(Predicate<Operation<?, ?>> operations) {
        List<Maker<?>> makers = new ArrayList<>();
        Stream.of(ClusterCommands.makers(), CatalogCommands.makers(), UpkeepCommands.makers(), DdlCommands.makers())
                .flatMap(List::stream)
                .filter(maker -> operations.test(maker.operation()))
                .forEach(makers::add);
        return makers;
    }

    /** A history of this length that begins with the founding of the cluster. */
    public List<Timed> history(int length) {
        MemoryStore store = new MemoryStore();
        Applier applier = new Applier(store, new Operations(), List.of());
        Chooser choose = new Chooser(random, store.live());
        List<Timed> history = new ArrayList<>();
        long time = START_MILLIS;
        for (int i = 0; i < length; i++) {
            if (i > 0 && i % PLATEAU == 0) {
                time += random.nextInt(1, LONGEST_JUMP);
            }
            Timed next = new Timed(time, i == 0 ? first() : next(choose));
            history.add(next);
            LogCut.single(next, i + 1).applyTo(applier, i + 1);
        }
        return history;
    }

    private static Command first() {
        return Operations.CLUSTER_INIT.command(Command.getDefaultInstance(), ClusterCommands.first());
    }

    private Command next(Chooser choose) {
        int total = makers.stream().mapToInt(Maker::weight).sum();
        int at = random.nextInt(total);
        for (Maker<?> maker : makers) {
            at -= maker.weight();
            if (at < 0) {
                return maker.make(header(choose), choose);
            }
        }
        throw new IllegalStateException("weights do not add up");
    }

    private Command header(Chooser choose) {
        if (!headers) {
            return Command.getDefaultInstance();
        }
        Command.Builder header = Command.newBuilder().setActor("somebody");
        if (choose.chance(25)) {
            header.setRequestId("key" + choose.below(200))
                    .setRequestHash(ByteString.copyFromUtf8("h" + choose.below(2)))
                    .setForgetRefusal(choose.chance(50));
        }
        if (choose.chance(10)) {
            header.setExpectedTerm(choose.about(TERM));
        }
        return header.build();
    }
}
