package io.ams.raft.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.raft.ratis.GroupEvents.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeEventsTest {
    private final List<ExitCode> fatal = new ArrayList<>();
    private final AtomicInteger ended = new AtomicInteger();
    private final NodeEvents events = new NodeEvents((code, what, cause) -> fatal.add(code), ended::incrementAndGet);

    @ParameterizedTest
    @CsvSource({"LOG, LOG_FAILED", "APPLY, APPLY_FAILED", "STORE, STORE_FAILED"})
    void eachFailureHasItsExitCode(Failure failure, ExitCode code) {
        events.failed(failure, "what", new IllegalStateException());
        assertThat(fatal).containsExactly(code);
    }

    @Test
    void anEndIsNewsUnlessTheNodeWantsIt() {
        events.ended();
        assertThat(ended).hasValue(1);
        events.closing();
        events.ended();
        assertThat(ended).hasValue(1);
    }

    @Test
    void newsBeforeThereAreDutiesIsHarmless() {
        events.leaderReady(3);
        events.notLeader();
        events.leaderChanged();
        assertThat(fatal).isEmpty();
    }
}
