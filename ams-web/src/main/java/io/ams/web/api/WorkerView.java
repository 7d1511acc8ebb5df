package io.ams.web.api;

import io.ams.proto.WorkerRow;

/** A registered worker. */
public record WorkerView(
        String id, String group, String kind, String host, int threads, long lastSeenMillis, int runningTasks) {
    public static WorkerView of(WorkerRow row, int runningTasks) {
        return new WorkerView(
                row.getId(),
                row.getGroup(),
                row.getKind(),
                row.getHost(),
                row.getThreads(),
                row.getLastSeenAtMillis(),
                runningTasks);
    }
}
