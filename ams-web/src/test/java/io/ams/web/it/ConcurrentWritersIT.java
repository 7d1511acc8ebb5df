package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.testkit.process.NodeHttp;
import io.ams.testkit.process.ProcessCluster;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConcurrentWritersIT {
    private static final long ON_ONE = 8;
    private static final long ON_OWN = 24;

    @RegisterExtension
    static final ProcessCluster CLUSTER = ProcessCluster.of(3);

    @Test
    void everyAnswerIsYesOrConflictAndEveryYesIsInTheHistoryOnce() throws IOException {
        List<NodeHttp> nodes = CLUSTER.others().stream().map(CLUSTER::http).toList();
        try (Load load = Load.start("busy", nodes, ON_ONE, ON_OWN)) {
            List<Long> done = load.await();
            System.out.println("concurrent writers: answers " + load.ledger().statuses());
            assertThat(load.ledger().troubles()).isEmpty();
            assertThat(load.ledger().statuses().keySet()).isSubsetOf(Set.of(200, 409));
            assertThat(load.ledger().statuses()).as("races were lost").containsKey(409);
            assertThat(done.stream().mapToLong(Long::longValue).sum()).isEqualTo(16 * (ON_ONE + ON_OWN));
            for (NodeHttp node : nodes) {
                load.ledger().assertKept(node);
            }
        }
    }
}
