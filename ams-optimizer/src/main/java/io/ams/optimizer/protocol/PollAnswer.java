package io.ams.optimizer.protocol;

import java.util.List;

/** Tasks that are the worker's now; none if none came in time. */
public record PollAnswer(List<LeasedTask> tasks) {
    public PollAnswer {
        tasks = tasks == null ? List.of() : List.copyOf(tasks);
    }
}
