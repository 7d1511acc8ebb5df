package io.ams.plan;

import io.ams.op.Operations;
import io.ams.op.Proposal;
import io.ams.op.Settings;
import io.ams.proto.BucketMove;
import io.ams.proto.BucketRow;
import io.ams.proto.BucketsAssign;
import io.ams.proto.BucketsAssigned;
import io.ams.proto.ClusterRow;
import io.ams.proto.NodeRow;
import io.ams.proto.NodeState;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Decides which buckets should change their owner now. Pure: equal states and contacts give equal plans.
 *
 * <p>A plan gives every bucket that has no owner, or one that is dead, draining or gone, to an eligible node, however many they
 * are; and moves at most {@value #BALANCING_MOVES} more so that the work of no two eligible nodes differs by more than the hardest
 * bucket, and the numbers of their buckets by no more than one, as far as empty ones go.
 * Buckets that a person placed stay with an eligible owner. Planning again after a plan was applied ends with nothing to do.
 */
public final class AssignmentPlanner {
    /** The most moves in one plan that are for balance only. */
    static final int BALANCING_MOVES = 32;

    private static final String LEADER_MODE = "leader";

    /** One command with the moves; none if nothing should move or nobody is eligible. */
    public Optional<Proposal<BucketsAssign, BucketsAssigned>> plan(View view, Contacts contacts) {
        SortedSet<String> eligible = eligible(view, contacts);
        int buckets = view.get(Columns.CLUSTER, Keys.Single.KEY)
                .map(ClusterRow::getBucketCount)
                .orElse(0);
        if (eligible.isEmpty() || buckets == 0) {
            return Optional.empty();
        }
        List<Optional<BucketRow>> rows = rows(view, buckets);
        Allotment allotment = new Allotment(BucketWeights.of(view, buckets), eligible);
        List<Integer> homeless = new ArrayList<>();
        for (int bucket = 0; bucket < buckets; bucket++) {
            Optional<BucketRow> kept = rows.get(bucket).filter(row -> allotment.has(row.getOwner()));
            if (kept.isPresent()) {
                allotment.put(bucket, kept.get().getOwner(), kept.get().getByHand());
            } else {
                homeless.add(bucket);
            }
        }
        List<Allotment.Move> moves = new ArrayList<>(allotment.place(homeless));
        moves.addAll(allotment.balance(BALANCING_MOVES));
        return moves.isEmpty()
                ? Optional.empty()
                : Optional.of(new Proposal<>(Operations.BUCKETS_ASSIGN, command(moves, rows)));
    }

    /** Nodes that may own buckets. In leader mode the leader, as long as it is active. */
    private static SortedSet<String> eligible(View view, Contacts contacts) {
        SortedSet<String> eligible = new TreeSet<>();
        view.scan(Columns.NODES, KeyRange.all(), (id, node) -> {
            if (isEligible(node, contacts)) {
                eligible.add(id);
            }
            return true;
        });
        boolean leaderOnly = Settings.OWNERSHIP_MODE.in(view).equals(LEADER_MODE);
        if (leaderOnly && eligible.contains(contacts.leaderId())) {
            return new TreeSet<>(List.of(contacts.leaderId()));
        }
        return eligible;
    }

    private static boolean isEligible(NodeRow node, Contacts contacts) {
        return node.getState() == NodeState.ACTIVE && contacts.alive().contains(node.getId());
    }

    private static List<Optional<BucketRow>> rows(View view, int buckets) {
        List<Optional<BucketRow>> rows = new ArrayList<>();
        for (int bucket = 0; bucket < buckets; bucket++) {
            rows.add(view.get(Columns.BUCKETS, bucket));
        }
        return rows;
    }

    private static BucketsAssign command(List<Allotment.Move> moves, List<Optional<BucketRow>> rows) {
        BucketsAssign.Builder command = BucketsAssign.newBuilder();
        for (Allotment.Move move : moves) {
            command.addMoves(BucketMove.newBuilder()
                    .setBucket(move.bucket())
                    .setOwner(move.to())
                    .setExpectedEpoch(
                            rows.get(move.bucket()).map(BucketRow::getEpoch).orElse(0L)));
        }
        return command.build();
    }
}
