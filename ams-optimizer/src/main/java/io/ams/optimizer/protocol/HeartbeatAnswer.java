package io.ams.optimizer.protocol;

import java.util.List;

/**
 * The leases of the named tasks are renewed.
 *
 * @param lost named tasks that are not the worker's any more: it gives them up
 * @param nodes base URLs of every node it may call
 */
public record HeartbeatAnswer(List<TaskStanding> lost, List<String> nodes) {
    public HeartbeatAnswer {
        lost = lost == null ? List.of() : List.copyOf(lost);
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
    }
}
