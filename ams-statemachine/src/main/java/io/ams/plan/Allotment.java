package io.ams.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which eligible node has which buckets, and how heavy that is, while a plan is made. All ties are broken by node id and bucket
 * number, so that equal states give equal plans. Not for several threads.
 */
final class Allotment {
    /** One bucket on its way. */
    record Move(int bucket, String to) {}

    private final long[] weights;
    private final long heaviest;
    private final SortedMap<String, Long> loads = new TreeMap<>();
    private final SortedMap<String, SortedSet<Integer>> movable = new TreeMap<>();

    Allotment(long[] weights, SortedSet<String> nodes) {
        this.weights = weights;
        long most = 0;
        for (long weight : weights) {
            most = Math.max(most, weight);
        }
        this.heaviest = most;
        for (String node : nodes) {
            loads.put(node, 0L);
            movable.put(node, new TreeSet<>());
        }
    }

    boolean has(String node) {
        return loads.containsKey(node);
    }

    /** The bucket is on this node; {@code fixed} if it has to stay. */
    void put(int bucket, String node, boolean fixed) {
        loads.merge(node, weights[bucket], Long::sum);
        if (!fixed) {
            movable.getOrDefault(node, new TreeSet<>()).add(bucket);
        }
    }

    /** Gives each of these buckets to the node that is lightest then, heavy buckets first. They stay there for the rest of the plan. */
    List<Move> place(List<Integer> homeless) {
        List<Move> moves = new ArrayList<>();
        Comparator<Integer> heavyFirst =
                Comparator.comparingLong((Integer bucket) -> -weights[bucket]).thenComparing(Comparator.naturalOrder());
        for (int bucket : homeless.stream().sorted(heavyFirst).toList()) {
            String lightest = lightest();
            put(bucket, lightest, true);
            moves.add(new Move(bucket, lightest));
        }
        return moves;
    }

    /**
     * Moves buckets, each once, until no two nodes differ by more than the heaviest bucket, as far as movable buckets and the limit
     * let it. Each move is from the heaviest node that can give to the lightest one, of the bucket nearest to half their difference:
     * the one that brings the two closest, so the sum of squares of the loads falls with each.
     */
    List<Move> balance(int limit) {
        List<Move> moves = new ArrayList<>();
        Optional<Move> next = next();
        while (moves.size() < limit && next.isPresent()) {
            moves.add(next.get());
            next = next();
        }
        return moves;
    }

    private Optional<Move> next() {
        String to = lightest();
        for (String from : heaviestFirst()) {
            long difference = load(from) - load(to);
            if (difference <= heaviest) {
                return Optional.empty();
            }
            Optional<Integer> bucket = nearest(from, difference);
            if (bucket.isPresent()) {
                move(bucket.get(), from, to);
                return Optional.of(new Move(bucket.get(), to));
            }
        }
        return Optional.empty();
    }

    private Optional<Integer> nearest(String from, long difference) {
        return movable.getOrDefault(from, new TreeSet<>()).stream()
                .min(Comparator.comparingLong((Integer bucket) -> Math.abs(2 * weights[bucket] - difference))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private void move(int bucket, String from, String to) {
        movable.getOrDefault(from, new TreeSet<>()).remove(bucket);
        loads.merge(from, -weights[bucket], Long::sum);
        put(bucket, to, true);
    }

    private long load(String node) {
        return loads.getOrDefault(node, 0L);
    }

    private String lightest() {
        return loads.entrySet().stream()
                .min(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElseThrow(() -> new IllegalStateException("nobody to give a bucket to"));
    }

    private List<String> heaviestFirst() {
        return loads.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
