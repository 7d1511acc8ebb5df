package io.ams.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Random runs of a model of Raft, as far as terms, votes and commits go, with messages that arrive late and leaders that do not know
 * that they are none any more: no confirmed index is below what was acknowledged when its read began.
 */
class ReadIndexModelTest {
    private static final int RUNS = 4_000;
    private static final int STEPS = 120;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    /** One node: its term only grows, and never past a vote it has not given. */
    private final class Node implements Leadership {
        private final int number;
        private final Model model;
        private long term;
        private long led;
        private long commit;
        private final ReadIndex readIndex = new ReadIndex(
                this, () -> CompletableFuture.failedFuture(new AssertionError("voters are fixed")), timer);

        Node(Model model, int number) {
            this.model = model;
            this.number = number;
        }

        @Override
        public long ledTerm() {
            return led;
        }

        @Override
        public long currentTerm() {
            return term;
        }

        @Override
        public long committedIndex() {
            return commit;
        }

        @Override
        public Voters voters() {
            return new Voters(
                    model.nodes.stream()
                            .filter(node -> node.number != number)
                            .map(node -> new Voter("n" + node.number, "a" + node.number))
                            .toList(),
                    true,
                    false);
        }

        @Override
        public CompletableFuture<Long> termOf(Voter other) {
            CompletableFuture<Long> answer = new CompletableFuture<>();
            model.messages.add(() -> {
                if (model.random.nextInt(8) == 0) {
                    answer.completeExceptionally(new IllegalStateException("lost"));
                    return;
                }
                long itsTerm = model.nodes.get(Integer.parseInt(other.id().substring(1))).term;
                model.messages.add(() -> answer.complete(itsTerm));
            });
            return answer;
        }
    }

    private final class Model {
        private final Random random;
        private final List<Node> nodes = new ArrayList<>();
        private final List<Runnable> messages = new ArrayList<>();
        private long lastTerm;
        private long log;
        private long acknowledged;
        private int confirmed;
        private int stale;

        Model(long seed) {
            random = new Random(seed);
            int size = random.nextBoolean() ? 3 : 5;
            IntStream.range(0, size).forEach(number -> nodes.add(new Node(this, number)));
        }

        private List<Node> someMajority() {
            List<Node> shuffled = new ArrayList<>(nodes);
            java.util.Collections.shuffle(shuffled, random);
            return shuffled.subList(0, nodes.size() / 2 + 1);
        }

        /** A majority votes; the winner's first entry commits all before it. Those outside hear nothing of it. */
        private void elect() {
            List<Node> voters = someMajority();
            long term = ++lastTerm;
            voters.forEach(voter -> voter.term = term);
            Node winner = voters.get(0);
            winner.led = term;
            winner.commit = ++log;
        }

        /** A leader commits with a majority that still follows it, and tells the caller. */
        private void write() {
            Node leader = nodes.get(random.nextInt(nodes.size()));
            long following =
                    nodes.stream().filter(node -> node.term == leader.led).count();
            if (leader.led > 0 && leader.term == leader.led && following > nodes.size() / 2) {
                leader.commit = ++log;
                acknowledged = log;
            }
        }

        /** A node that was away hears of the newest term. */
        private void hear() {
            nodes.get(random.nextInt(nodes.size())).term = lastTerm;
        }

        private void read(boolean trustsTheTermOfTheMoment) {
            long floor = acknowledged;
            Node leader = nodes.get(random.nextInt(nodes.size()));
            Node asker = nodes.get(random.nextInt(nodes.size()));
            String name = asker == leader ? null : "n" + asker.number;
            long askerTerm = asker.term;
            messages.add(() -> {
                long led = leader.led;
                if (trustsTheTermOfTheMoment && led > 0) {
                    leader.led = leader.term;
                }
                CompletableFuture<Long> index = leader.readIndex.confirm(name, askerTerm);
                leader.led = led;
                Completion.then(index, (value, failure) -> {
                    if (value != null) {
                        confirmed++;
                        stale += value < floor ? 1 : 0;
                    }
                });
            });
        }

        private void step(boolean trustsTheTermOfTheMoment) {
            switch (random.nextInt(8)) {
                case 0 -> elect();
                case 1, 2 -> write();
                case 3 -> hear();
                case 4 -> read(trustsTheTermOfTheMoment);
                default -> {
                    if (!messages.isEmpty()) {
                        messages.remove(random.nextInt(messages.size())).run();
                    }
                }
            }
        }
    }

    /** How many reads were confirmed, and how many of them were stale. */
    private record Tally(int confirmed, int stale) {}

    private Tally run(long seed, boolean trustsTheTermOfTheMoment) {
        int confirmed = 0;
        int stale = 0;
        for (int run = 0; run < RUNS; run++) {
            Model model = new Model(seed + run);
            for (int step = 0; step < STEPS; step++) {
                model.step(trustsTheTermOfTheMoment);
            }
            confirmed += model.confirmed;
            stale += model.stale;
        }
        return new Tally(confirmed, stale);
    }

    @Test
    void noConfirmedIndexIsStale() {
        long seed = new Random().nextLong();
        Tally tally = run(seed, false);
        assertThat(tally.stale()).as("seed %d, %s", seed, tally).isZero();
        assertThat(tally.confirmed()).as("seed %d, %s", seed, tally).isGreaterThan(1_000);
    }

    /** What makes the test above worth something: with the term of the moment in place of the one that was led, it fails. */
    @Test
    void theModelFindsTheFaultOfTrustingTheTermOfTheMoment() {
        assertThat(run(1, true).stale()).isPositive();
    }
}
