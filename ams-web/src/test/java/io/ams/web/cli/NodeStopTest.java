package io.ams.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.raft.node.ExitCode;
import io.ams.web.server.RunningNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NodeStopTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final AtomicInteger stops = new AtomicInteger();
    private final RunningNode node = new RunningNode() {
        @Override
        public ExitCode awaitEnd() {
            return ExitCode.OK;
        }

        @Override
        public void stop() {
            stops.incrementAndGet();
        }
    };

    @Test
    void aNodeThatIsStillBeingStartedIsStoppedAsSoonAsItRuns() {
        try (NodeStop stop = new NodeStop()) {
            CompletableFuture<Boolean> asked = CompletableFuture.supplyAsync(stop::stop);
            assertThat(asked).isNotDone();
            assertThat(stops).hasValue(0);

            stop.started(node);

            assertThat(asked).succeedsWithin(SOON).isEqualTo(true);
            assertThat(stops).hasValue(1);
        }
    }

    @Test
    void aNodeThatWasRefusedHasNothingToStop() {
        NodeStop stop = new NodeStop();
        CompletableFuture<Boolean> asked = CompletableFuture.supplyAsync(stop::stop);
        stop.close();

        assertThat(asked).succeedsWithin(SOON).isEqualTo(false);
    }

    @Test
    void aNodeThatHasEndedIsNotStoppedAgain() {
        NodeStop stop = new NodeStop();
        stop.started(node);
        stop.close();

        assertThat(stop.stop()).isFalse();
        assertThat(stops).hasValue(0);
    }
}
