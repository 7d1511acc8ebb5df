package io.ams.web.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final int KEYS = 40;

    private final long[] versions = new long[KEYS];

    @Test
    void everyWriteThatCountsIsInTheStoreAndNothingContends() throws IOException {
        try (FakeCluster cluster = new FakeCluster("AMS", 0)) {
            Load.Result result = writes(cluster, 8);

            assertThat(result.done()).isPositive();
            assertThat(result.failed()).isZero();
            assertThat(cluster.refused()).isZero();
            assertThat(stored(cluster)).isEqualTo(result.done());
            assertThat(result.latency().getTotalCount()).isEqualTo(result.done());
            assertThat(result.rate()).isPositive();
            assertThat(result.millis(50)).isPositive().isLessThanOrEqualTo(result.millis(99));
            assertThat(result.longestGapNanos()).isPositive();
        }
    }

    @Test
    void aVersionThatMovedIsAFailureOnceAndIsReadAgain() throws IOException {
        try (FakeCluster cluster = new FakeCluster("AMS", 0)) {
            cluster.disturb(5);

            Load.Result result = writes(cluster, 8);

            assertThat(cluster.refused()).isEqualTo(1);
            assertThat(result.failed()).as("the refusal and the read after it").isEqualTo(2);
            assertThat(stored(cluster)).isEqualTo(result.done() + 1);
        }
    }

    @Test
    void aBrokenConnectionIsAFailureAndIsOpenedAgain() throws IOException {
        try (FakeCluster cluster = new FakeCluster("AMS", 7)) {
            Load.Result result = writes(cluster, 4);

            assertThat(result.failed()).isPositive();
            assertThat(result.done()).isPositive();
            assertThat(stored(cluster)).isEqualTo(result.done());
        }
    }

    @Test
    void readsCountOnlyKeysThatExist() throws IOException {
        try (FakeCluster cluster = new FakeCluster("AMS", 0)) {
            Load.Result nothing = new Load(
                            List.of(cluster.leader()), new StrictReads(cluster.service(cluster.leader()), KEYS))
                    .run(2, SHORT);
            assertThat(nothing.done()).isZero();
            assertThat(nothing.failed()).isPositive();

            writes(cluster, 8);
            assertThat(new Load(List.of(cluster.leader()), new StrictReads(cluster.service(cluster.leader()), KEYS))
                            .run(2, SHORT)
                            .done())
                    .isPositive();
        }
    }

    private Load.Result writes(FakeCluster cluster, int connections) throws IOException {
        return new Load(
                        List.of(cluster.leader()),
                        new CompareAndSets(cluster.service(cluster.leader()), versions, connections))
                .run(connections, SHORT);
    }

    private static long stored(FakeCluster cluster) {
        return cluster.versions().values().stream().mapToLong(Long::longValue).sum();
    }
}
