package io.ams.iceberg.catalog;

import io.ams.raft.Read;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.apache.iceberg.rest.requests.UpdateTableRequest;

/**
 * Lets one group of commits per table go at a time; those that come meanwhile wait and go together as the next group. So clients
 * of one node never race each other for a table's pointer, and a hot table costs one file and one log entry a group, not a commit.
 */
final class CommitQueue {
    private static final int MAX_GROUP = 64;

    private final TableCommitter committer;
    /** A table is a key while a group of it is under way; what waits is the value. Guarded by itself. */
    private final Map<TableName, Queue<Waiting>> waiting = new HashMap<>();

    CommitQueue(TableCommitter committer) {
        this.committer = committer;
    }

    /** Queues the commit; the stage is its answer. */
    CompletionStage<Read<CachedMetadata>> submit(TableName name, UpdateTableRequest request, Caller caller) {
        PendingCommit commit = PendingCommit.of(request, caller);
        enqueue(name, commit);
        return commit.answer();
    }

    /**
     * Does the work when it is its turn, alone: something else that moves the table's pointer. The stage is that of the work; the
     * turn is over when it completes.
     */
    <T> CompletionStage<T> alone(TableName name, Supplier<CompletionStage<T>> work) {
        Turn<T> turn = new Turn<>(work, new CompletableFuture<>());
        enqueue(name, turn);
        return turn.answer();
    }

    private void enqueue(TableName name, Waiting next) {
        synchronized (waiting) {
            Queue<Waiting> queue = waiting.get(name);
            if (queue != null) {
                queue.add(next);
                return;
            }
            waiting.put(name, new ArrayDeque<>());
        }
        run(name, List.of(next));
    }

    private void run(TableName name, List<Waiting> group) {
        CompletionStage<Boolean> done =
                group.get(0) instanceof Turn<?> turn ? turn.take() : committer.commit(name, distinct(commits(group)));
        done.thenAccept(over -> {
            List<Waiting> next = next(name);
            if (!next.isEmpty()) {
                run(name, next);
            }
        });
    }

    private static List<PendingCommit> commits(List<Waiting> group) {
        return group.stream().map(PendingCommit.class::cast).toList();
    }

    /** What goes next: one turn alone, or as many commits as stand in a row. */
    private List<Waiting> next(TableName name) {
        synchronized (waiting) {
            Queue<Waiting> queue = waiting.getOrDefault(name, new ArrayDeque<>());
            List<Waiting> group = new ArrayList<>();
            while (!queue.isEmpty() && group.size() < MAX_GROUP && mayFollow(group, queue.element())) {
                group.add(queue.remove());
            }
            if (group.isEmpty()) {
                waiting.remove(name);
            }
            return group;
        }
    }

    private static boolean mayFollow(List<Waiting> group, Waiting next) {
        return group.isEmpty() || (next instanceof PendingCommit && group.get(0) instanceof PendingCommit);
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
