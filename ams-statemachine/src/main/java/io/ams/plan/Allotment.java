package io.ams.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * Which eligible node has which buckets, and how much work they are, while a plan is made. Work is balanced first, by buckets that have
 * some; the number of buckets second, by empty ones. So a node that comes gets its share of both, and no table moves for the sake of
 * a number. All ties are broken by node id and bucket number, so that equal states give equal plans. Not for several threads.
 */
final class Allotment {
    /** One bucket on its way. */
    record Move(int bucket, String to) {}

    private static final class Share {
        private final String node;
        private long work;
        private long buckets;
        private final SortedSet<Integer> busy = new TreeSet<>();
        private final SortedSet<Integer> empty = new TreeSet<>();

        private Share(String node) {
            this.node = node;
        }

        private long work() {
            return work;
        }

        private long buckets() {
            return buckets;
        }
    }

    private static final Comparator<Share> BY_WORK =
            Comparator.comparingLong(Share::work).thenComparingLong(Share::buckets);
    private static final Comparator<Share> BY_BUCKETS = Comparator.comparingLong(Share::buckets);

    private final long[] work;
    private final long hardest;
    private final SortedMap<String, Share> shares = new TreeMap<>();

    /** @param work by bucket, 0 for an empty one */
    Allotment(long[] work, SortedSet<String> nodes) {
        this.work = work.clone();
        long most = 0;
        for (long one : work) {
            most = Math.max(most, one);
        }
        this.hardest = most;
        nodes.forEach(node -> shares.put(node, new Share(node)));
    }

    boolean has(String node) {
        return shares.containsKey(node);
    }

    /** The bucket is on this node; {@code fixed} if it has to stay. */
    void put(int bucket, String node, boolean fixed) {
        Share share = Objects.requireNonNull(shares.get(node), node);
        share.work += work[bucket];
        share.buckets++;
        if (!fixed) {
            (work[bucket] > 0 ? share.busy : share.empty).add(bucket);
        }
    }

    /**
     * Gives each of these buckets away, those with the most work first: to the node with the least, and empty ones to the node with
     * the fewest buckets. They stay there for the rest of the plan.
     */
    List<Move> place(List<Integer> homeless) {
        List<Move> moves = new ArrayList<>();
        Comparator<Integer> hardFirst =
                Comparator.comparingLong((Integer bucket) -> -work[bucket]).thenComparing(Comparator.naturalOrder());
        for (int bucket : homeless.stream().sorted(hardFirst).toList()) {
            String to = least(work[bucket] > 0 ? BY_WORK : BY_BUCKETS).node;
            put(bucket, to, true);
            moves.add(new Move(bucket, to));
        }
        return moves;
    }

    /**
     * Moves buckets, each once, as far as movable ones and the limit let it: until the work of no two nodes differs by more than the
     * hardest bucket, and then until the numbers of their buckets differ by no more than one. Each move is from the node that has the
     * most and can give to the one that has the least; of those with work the bucket nearest to half the difference, which brings the
     * two closest, so the sum of squares falls with each.
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
        return nextBusy().or(this::nextEmpty);
    }

    private Optional<Move> nextBusy() {
        Share to = least(BY_WORK);
        for (Share from : mostFirst(Share::work)) {
            long difference = from.work - to.work;
            if (difference <= hardest) {
                return Optional.empty();
            }
            Optional<Integer> bucket = from.busy.stream()
                    .min(Comparator.comparingLong((Integer one) -> Math.abs(2 * work[one] - difference))
                            .thenComparing(Comparator.naturalOrder()));
            if (bucket.isPresent()) {
                return Optional.of(move(bucket.get(), from, to));
            }
        }
        return Optional.empty();
    }

    private Optional<Move> nextEmpty() {
        Share to = least(BY_BUCKETS);
        for (Share from : mostFirst(Share::buckets)) {
            if (from.buckets - to.buckets <= 1) {
                return Optional.empty();
            }
            if (!from.empty.isEmpty()) {
                return Optional.of(move(from.empty.first(), from, to));
            }
        }
        return Optional.empty();
    }

    private Move move(int bucket, Share from, Share to) {
        from.busy.remove(bucket);
        from.empty.remove(bucket);
        from.work -= work[bucket];
        from.buckets--;
        put(bucket, to.node, true);
        return new Move(bucket, to.node);
    }

    /** The first by this order, of equal ones that with the lowest id. */
    private Share least(Comparator<Share> order) {
        return shares.values().stream()
                .min(order)
                .orElseThrow(() -> new IllegalStateException("nobody to give a bucket to"));
    }

    private List<Share> mostFirst(ToLongFunction<Share> figure) {
        return shares.values().stream()
                .sorted(Comparator.comparingLong(figure).reversed())
                .toList();
    }
}
