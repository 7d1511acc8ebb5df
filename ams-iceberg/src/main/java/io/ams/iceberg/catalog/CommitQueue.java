package io.ams.iceberg.catalog;

import io.ams.raft.Read;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import org.apache.iceberg.rest.requests.UpdateTableRequest;

/**
 * Lets one group of commits per table go at a time; those that come meanwhile wait and go together as the next group. So clients
 * of one node never race each other for a table's pointer, and a hot table costs one file and one log entry a group, not a commit.
 */
final class CommitQueue {
    private static final int MAX_GROUP = 64;

    private final TableCommitter committer;
    /** A table is a key while a group of it is under way; what waits is the value. Guarded by itself. */
    private final Map<TableName, Queue<PendingCommit>> waiting = new HashMap<>();

    CommitQueue(TableCommitter committer) {
        this.committer = committer;
    }

    /** Queues the commit; the stage is its answer. */
    CompletionStage<Read<CachedMetadata>> submit(TableName name, UpdateTableRequest request, Caller caller) {
        PendingCommit commit = PendingCommit.of(request, caller);
        synchronized (waiting) {
            Queue<PendingCommit> queue = waiting.get(name);
            if (queue != null) {
                queue.add(commit);
                return commit.answer();
            }
            waiting.put(name, new ArrayDeque<>());
        }
        run(name, List.of(commit));
        return commit.answer();
    }

    private void run(TableName name, List<PendingCommit> group) {
        committer.commit(name, distinct(group)).thenAccept(done -> {
            List<PendingCommit> next = next(name);
            if (!next.isEmpty()) {
                run(name, next);
            }
        });
    }

    private List<PendingCommit> next(TableName name) {
        synchronized (waiting) {
            Queue<PendingCommit> queue = waiting.getOrDefault(name, new ArrayDeque<>());
            List<PendingCommit> group = new ArrayList<>();
            while (!queue.isEmpty() && group.size() < MAX_GROUP) {
                group.add(queue.remove());
            }
            if (group.isEmpty()) {
                waiting.remove(name);
            }
            return group;
        }
    }

    /** The group without repeated requests: a client that asked again while its request was waiting gets the same answer twice. */
    private static List<PendingCommit> distinct(List<PendingCommit> group) {
        Map<String, PendingCommit> byKey = new LinkedHashMap<>();
        List<PendingCommit> distinct = new ArrayList<>();
        for (PendingCommit commit : group) {
            PendingCommit first =
                    commit.caller().hasKey() ? byKey.putIfAbsent(commit.caller().key(), commit) : null;
            if (first == null) {
                distinct.add(commit);
            } else if (!first.caller().hash().equals(commit.caller().hash())) {
                commit.fail(Refusals.keyReused(commit.caller().key()));
            } else {
                var unused = first.answer().whenComplete((answer, failure) -> {
                    if (failure == null) {
                        commit.answer().complete(answer);
                    } else {
                        commit.answer().completeExceptionally(failure);
                    }
                });
            }
        }
        return distinct;
    }
}
