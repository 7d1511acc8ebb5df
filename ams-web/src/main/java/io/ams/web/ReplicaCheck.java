package io.ams.web;

import com.codahale.metrics.health.HealthCheck;
import io.ams.raft.NodeStatus;
import io.ams.raft.Replica;

/** Dropwizard's view of the replica, for {@code /healthcheck} of the admin connector. */
final class ReplicaCheck extends HealthCheck {
    private final Replica replica;

    ReplicaCheck(Replica replica) {
        this.replica = replica;
    }

    @Override
    protected Result check() {
        NodeStatus status = replica.status();
        return status.lifecycle() == NodeStatus.Lifecycle.RUNNING
                ? Result.healthy()
                : Result.unhealthy("node is %s %s", status.lifecycle(), status.detail());
    }
}
