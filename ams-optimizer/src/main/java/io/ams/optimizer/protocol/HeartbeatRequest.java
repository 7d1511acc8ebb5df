package io.ams.optimizer.protocol;

import java.util.List;

/** The worker lives, and works on these. */
public record HeartbeatRequest(List<TaskStanding> tasks) {
    public HeartbeatRequest {
        tasks = tasks == null ? List.of() : List.copyOf(tasks);
    }
}
