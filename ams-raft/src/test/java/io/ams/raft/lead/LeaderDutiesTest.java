package io.ams.raft.lead;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.raft.Reader;
import io.ams.raft.Submitter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeaderDutiesTest {
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    /** Notes when it begins and ends. */
    private class Noted implements LeaderDuty {
        private final String name;

        Noted(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Running begin(LeaderTerm term, Submitter submitter, Reader reader) {
            seen.add("+" + name + term.term());
            return () -> end(term);
        }

        void end(LeaderTerm term) {
            seen.add("-" + name + term.term());
        }
    }

    private LeaderDuties duties(LeaderDuty... duties) {
        LeadScene scene = new LeadScene();
        return new LeaderDuties("n1", List.of(duties), scene.submitter, scene.reader);
    }

    @Test
    void dutiesStartInOrderAndStopInReverse() {
        LeaderDuties duties = duties(new Noted("a"), new Noted("b"), new Noted("c"));
        duties.leaderReady(5);
        duties.notLeader();
        duties.close();
        assertThat(seen).containsExactly("+a5", "+b5", "+c5", "-c5", "-b5", "-a5");
    }

    @Test
    void aFlapIsAStopAndThenAStart() {
        LeaderDuties duties = duties(new Noted("a"), new Noted("b"));
        duties.leaderReady(5);
        duties.notLeader();
        duties.leaderReady(6);
        duties.leaderReady(7); // the news of the end of term 6 has not come
        duties.close();
        assertThat(seen)
                .containsExactly("+a5", "+b5", "-b5", "-a5", "+a6", "+b6", "-b6", "-a6", "+a7", "+b7", "-b7", "-a7");
    }

    @Test
    void notLeadingTwiceStopsOnce() {
        LeaderDuties duties = duties(new Noted("a"));
        duties.notLeader();
        duties.leaderReady(5);
        duties.notLeader();
        duties.notLeader();
        duties.close();
        assertThat(seen).containsExactly("+a5", "-a5");
    }

    @Test
    void callsOnlyEnqueueAndTheNextTermWaitsForTheEndOfTheLast() throws InterruptedException {
        CountDownLatch ending = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        LeaderDuties duties = duties(new Noted("slow") {
            @Override
            void end(LeaderTerm term) {
                ending.countDown();
                try {
                    assertThat(mayEnd.await(20, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                super.end(term);
            }
        });
        duties.leaderReady(5);
        duties.notLeader();
        assertThat(ending.await(20, TimeUnit.SECONDS)).isTrue();
        duties.leaderReady(6);
        assertThat(seen).as("never two at once").containsExactly("+slow5");
        mayEnd.countDown();
        duties.close();
        assertThat(seen).containsExactly("+slow5", "-slow5", "+slow6", "-slow6");
    }

    @Test
    void aDutyThatDoesNotStopCleanlyKeepsNobodyFromStopping() {
        LeaderDuties duties = duties(new Noted("a"), new Noted("b") {
            @Override
            void end(LeaderTerm term) {
                super.end(term);
                throw new IllegalStateException("no");
            }
        });
        duties.leaderReady(5);
        duties.leaderReady(6);
        duties.close();
        assertThat(seen).containsExactly("+a5", "+b5", "-b5", "-a5", "+a6", "+b6", "-b6", "-a6");
    }

    @Test
    void afterTheEndNewsChangesNothing() {
        LeaderDuties duties = duties(new Noted("a"));
        duties.leaderReady(5);
        duties.close();
        duties.leaderReady(6);
        duties.notLeader();
        duties.close();
        assertThat(seen).containsExactly("+a5", "-a5");
    }
}
