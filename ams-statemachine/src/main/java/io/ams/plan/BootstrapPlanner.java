package io.ams.plan;

import io.ams.op.Operations;
import io.ams.op.Proposal;
import io.ams.proto.ClusterInit;
import io.ams.proto.ClusterRow;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.View;
import java.util.Optional;

/** Gives a new cluster its identity. Pure. */
public final class BootstrapPlanner {
    /** Into how many parts the tables of a cluster are spread, for good. */
    public static final int BUCKETS = 256;

    /** The command that begins the cluster; none if it has begun. */
    public Optional<Proposal<ClusterInit, ClusterRow>> plan(View view, String clusterId, String warehouse) {
        if (view.get(Columns.CLUSTER, Keys.Single.KEY).isPresent()) {
            return Optional.empty();
        }
        ClusterInit init = ClusterInit.newBuilder()
                .setClusterId(clusterId)
                .setBucketCount(BUCKETS)
                .setDefaultWarehouse(warehouse)
                .build();
        return Optional.of(new Proposal<>(Operations.CLUSTER_INIT, init));
    }
}
