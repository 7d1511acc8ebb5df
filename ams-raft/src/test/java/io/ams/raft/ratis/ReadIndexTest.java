package io.ams.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.raft.ratis.Leadership.Voter;
import io.ams.raft.ratis.Leadership.Voters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadIndexTest {
    private static final long TERM = 7;
    private static final long COMMITTED = 41;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final CompletableFuture<Long> entry = new CompletableFuture<>();
    private final Scene scene = new Scene();
    private final ReadIndex readIndex = new ReadIndex(scene, () -> entry, timer);

    /** A leader whose questions wait for the test to answer them. */
    private static final class Scene implements Leadership {
        private long ledTerm = TERM;
        private long currentTerm = TERM;
        private Voters voters = voters(true, false, "n2", "n3");
        private final List<String> asked = new ArrayList<>();
        private final List<CompletableFuture<Long>> answers = new ArrayList<>();

        @Override
        public long ledTerm() {
            return ledTerm;
        }

        @Override
        public long currentTerm() {
            return currentTerm;
        }

        @Override
        public long committedIndex() {
            return COMMITTED;
        }

        @Override
        public Voters voters() {
            return voters;
        }

        @Override
        public synchronized CompletableFuture<Long> termOf(Voter other) {
            CompletableFuture<Long> answer = new CompletableFuture<>();
            asked.add(other.id());
            answers.add(answer);
            notifyAll();
            return answer;
        }

        /** The question with this number, in the order of asking, once it is there. */
        synchronized CompletableFuture<Long> question(int number) throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (answers.size() <= number) {
                assertThat(System.nanoTime()).as("asked so far: %s", asked).isLessThan(end);
                wait(100);
            }
            return answers.get(number);
        }

        synchronized List<String> asked() {
            return List.copyOf(asked);
        }

        static Voters voters(boolean self, boolean changing, String... others) {
            return new Voters(
                    Stream.of(others).map(id -> new Voter(id, id + ":1")).toList(), self, changing);
        }
    }

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    private static void assertConfirmed(CompletableFuture<Long> read) {
        assertThat(read).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(COMMITTED);
    }

    private static void assertRefused(CompletableFuture<Long> read) {
        assertThat(read)
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(LogAccess.NotProposedException.class);
    }

    @Test
    void oneOtherOfThreeInTheSameTermIsEnough() throws Exception {
        CompletableFuture<Long> read = readIndex.confirm(null, 0);
        assertThat(read).isNotDone();
        scene.question(0).complete(TERM);
        assertThat(read).isCompletedWithValue(COMMITTED);
    }

    @Test
    void theAskingNodeIsOneOfTheMajority() {
        assertThat(readIndex.confirm("n3", TERM)).isCompletedWithValue(COMMITTED);
        assertThat(scene.asked()).isEmpty();
    }

    @Test
    void anAskerOfAnotherTermOrWithoutAVoteDoesNotCount() {
        assertThat(readIndex.confirm("n3", TERM - 1)).isNotDone();
        assertThat(readIndex.confirm("n3", TERM + 1)).isNotDone();
        assertThat(readIndex.confirm("n9", TERM)).isNotDone();
    }

    @Test
    void aloneItNeedsNobody() {
        scene.voters = Scene.voters(true, false);
        assertThat(readIndex.confirm(null, 0)).isCompletedWithValue(COMMITTED);
    }

    @Test
    void ofFiveTwoOthersAreNeeded() throws Exception {
        scene.voters = Scene.voters(true, false, "n2", "n3", "n4", "n5");
        CompletableFuture<Long> read = readIndex.confirm(null, 0);
        scene.question(0).complete(TERM);
        assertThat(read).isNotDone();
        scene.question(1).complete(TERM);
        assertThat(read).isCompletedWithValue(COMMITTED);
        assertThat(readIndex.confirm("n5", TERM)).isNotDone();
    }

    @Test
    void aLeaderWithoutAVoteNeedsAMajorityOfTheOthers() throws Exception {
        scene.voters = Scene.voters(false, false, "n2", "n3", "n4");
        CompletableFuture<Long> read = readIndex.confirm(null, 0);
        scene.question(0).complete(TERM);
        assertThat(read).isNotDone();
        scene.question(1).complete(TERM);
        assertThat(read).isCompletedWithValue(COMMITTED);
    }

    @Test
    void aLaterTermAnywhereEndsIt() throws Exception {
        CompletableFuture<Long> read = readIndex.confirm(null, 0);
        scene.question(0).complete(TERM + 1);
        assertRefused(read);
    }

    @Test
    void anEarlierTermConfirmsNothing() throws Exception {
        CompletableFuture<Long> read = readIndex.confirm(null, 0);
        scene.question(0).complete(TERM - 1);
        assertThat(read).isNotDone();
        scene.question(1).complete(TERM - 1);
        assertRefused(read);
    }

    @Test
    void whoCannotBeAskedIsReplacedAtOnce() throws Exception {
        CompletableFuture<Long> read = readIndex.confirm(null, 0);
        scene.question(0).completeExceptionally(new IllegalStateException("away"));
        assertThat(scene.asked()).containsExactly("n2", "n3");
        scene.question(1).complete(TERM);
        assertThat(read).isCompletedWithValue(COMMITTED);
    }

    @Test
    void nobodyWhoAnswersIsARefusal() throws Exception {
        CompletableFuture<Long> read = readIndex.confirm(null, 0);
        scene.question(0).completeExceptionally(new IllegalStateException("away"));
        scene.question(1).completeExceptionally(new IllegalStateException("away"));
        assertRefused(read);
    }

    @Test
    void whoIsSilentIsNotWaitedForAndAskedLastTheNextTime() throws Exception {
        CompletableFuture<Long> read = readIndex.confirm(null, 0);
        assertThat(scene.asked()).containsExactly("n2");
        scene.question(1).complete(TERM); // asked after a while, by the timer
        assertConfirmed(read);
        CompletableFuture<Long> next = readIndex.confirm(null, 0);
        assertThat(scene.asked()).containsExactly("n2", "n3", "n3");
        scene.question(2).complete(TERM);
        assertThat(next).isCompletedWithValue(COMMITTED);
    }

    @Test
    void aLateAnswerChangesNothing() throws Exception {
        CompletableFuture<Long> read = readIndex.confirm(null, 0);
        scene.question(1).complete(TERM);
        assertConfirmed(read);
        scene.question(0).complete(TERM + 1);
        assertConfirmed(read);
    }

    @Test
    void theTermMustBeTheOneThatThisNodeLed() {
        scene.currentTerm = TERM + 1; // raised before the role ends: somebody else may lead this term
        assertRefused(readIndex.confirm(null, 0));
        scene.ledTerm = 0;
        scene.currentTerm = 0;
        assertRefused(readIndex.confirm(null, 0));
        assertThat(scene.asked()).isEmpty();
    }

    @Test
    void whileVotersChangeTheLogIsAsked() {
        scene.voters = Scene.voters(true, true, "n2", "n3");
        CompletableFuture<Long> read = readIndex.confirm("n2", TERM);
        assertThat(read).isNotDone();
        entry.complete(50L);
        assertThat(read).isCompletedWithValue(50L);
    }
}
