package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.testkit.process.NodeHttp;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** What writers were told, to be held against what is there afterwards. Safe for many threads. */
final class Ledger {
    /**
     * A commit that was answered 200.
     *
     * @param snapshot its id, below 0 if it set a property
     * @param property the key it set, empty if it made a snapshot
     * @param startedNanos when it was sent, of System.nanoTime
     * @param doneNanos when it was answered
     * @param node who answered
     */
    record Acknowledged(RawTable table, long snapshot, String property, long startedNanos, long doneNanos, URI node) {}

    /** An answer that is neither yes nor a lost race, or none at all. */
    record Trouble(URI node, String what) {}

    private final ConcurrentLinkedQueue<Acknowledged> acknowledged = new ConcurrentLinkedQueue<>();
    private final List<Trouble> troubles = new CopyOnWriteArrayList<>();
    private final ConcurrentSkipListMap<Integer, LongAdder> statuses = new ConcurrentSkipListMap<>();

    void answered(int status) {
        statuses.computeIfAbsent(status, any -> new LongAdder()).increment();
    }

    void acknowledged(Acknowledged commit) {
        acknowledged.add(commit);
    }

    void trouble(URI node, String what) {
        troubles.add(new Trouble(node, what));
    }

    List<Acknowledged> acknowledged() {
        return new ArrayList<>(acknowledged);
    }

    List<Trouble> troubles() {
        return List.copyOf(troubles);
    }

    /** How often each status came, such as {200=512, 409=31}. */
    Map<Integer, Long> statuses() {
        Map<Integer, Long> counts = new TreeMap<>();
        statuses.forEach((status, count) -> counts.put(status, count.sum()));
        return counts;
    }

    /**
     * Asserts that the tables hold, each once and in one line of descent, exactly what was acknowledged. Every writer must have
     * ended with a definite answer.
     */
    void assertKept(NodeHttp node) throws IOException {
        Map<RawTable, List<Acknowledged>> byTable =
                acknowledged.stream().collect(Collectors.groupingBy(Acknowledged::table));
        for (Map.Entry<RawTable, List<Acknowledged>> table : byTable.entrySet()) {
            assertKept(table.getKey().load(node).good().path("metadata"), table.getKey(), table.getValue());
        }
    }

    private static void assertKept(JsonNode metadata, RawTable table, List<Acknowledged> commits) {
        List<Long> told = commits.stream()
                .map(Acknowledged::snapshot)
                .filter(id -> id >= 0)
                .toList();
        Map<Long, Long> parents = new HashMap<>();
        List<Long> there = new ArrayList<>();
        for (JsonNode snapshot : metadata.path("snapshots")) {
            long id = snapshot.path("snapshot-id").asLong();
            there.add(id);
            parents.put(id, snapshot.path("parent-snapshot-id").asLong(-1));
        }
        assertThat(there)
                .as("snapshots of %s", table)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(told);
        Set<Long> line = new HashSet<>();
        long id = metadata.path("current-snapshot-id").asLong(-1);
        while (id >= 0 && line.add(id)) {
            id = parents.getOrDefault(id, -1L);
        }
        assertThat(line).as("ancestors of the newest snapshot of %s", table).containsExactlyInAnyOrderElementsOf(told);
        Set<String> keys = StreamSupport.stream(
                        ((Iterable<String>) () -> metadata.path("properties").fieldNames()).spliterator(), false)
                .filter(key -> key.startsWith(TableWriter.PROPERTY))
                .collect(Collectors.toSet());
        assertThat(keys)
                .as("properties of %s", table)
                .containsExactlyInAnyOrderElementsOf(commits.stream()
                        .map(Acknowledged::property)
                        .filter(key -> !key.isEmpty())
                        .toList());
    }
}
