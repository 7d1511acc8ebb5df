package io.ams.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.Operations;
import io.ams.op.Proposal;
import io.ams.proto.ClusterInit;
import io.ams.proto.ClusterRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.store.MemoryStore;
import org.junit.jupiter.api.Test;

class BootstrapPlannerTest {
    private final BootstrapPlanner planner = new BootstrapPlanner();
    private final MemoryStore store = new MemoryStore();

    @Test
    void aClusterWithoutIdentityGetsOneOnce() {
        Proposal<ClusterInit, ClusterRow> proposal =
                planner.plan(store.live(), "c1", "file:/warehouse").orElseThrow();

        assertThat(proposal.operation()).isSameAs(Operations.CLUSTER_INIT);
        assertThat(proposal.body())
                .isEqualTo(ClusterInit.newBuilder()
                        .setClusterId("c1")
                        .setBucketCount(BootstrapPlanner.BUCKETS)
                        .setDefaultWarehouse("file:/warehouse")
                        .build());

        store.commit(
                ChangeSet.builder()
                        .put(Columns.CLUSTER, Keys.Single.KEY, ClusterRow.getDefaultInstance())
                        .build(),
                new LogPosition(1, 1, 0));
        assertThat(planner.plan(store.live(), "c1", "file:/warehouse")).isEmpty();
    }
}
