package io.ams.testkit.history;

import io.ams.op.ErrorCode;
import io.ams.proto.BucketMove;
import io.ams.proto.BucketsAssign;
import io.ams.proto.ClusterInit;
import io.ams.proto.NodeRegister;
import io.ams.proto.NodeSetState;
import io.ams.proto.NodeState;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The part of the reference model that is the cluster: nodes and buckets. */
final class ModelCluster {
    private record Node(String incarnation, String raftAddress, NodeState state) {}

    private record Bucket(String owner, long epoch, boolean byHand) {}

    private final Map<String, Node> nodes = new TreeMap<>();
    private final Map<Integer, Bucket> buckets = new TreeMap<>();
    private int bucketCount;

    Optional<ErrorCode> init(ClusterInit init) {
        if (bucketCount > 0) {
            return Optional.of(ErrorCode.CLUSTER_EXISTS);
        }
        bucketCount = init.getBucketCount();
        return Optional.empty();
    }

    int bucketCount() {
        return bucketCount;
    }

    boolean isEpoch(int bucket, long epoch) {
        Bucket row = buckets.get(bucket);
        return row != null && row.epoch == epoch;
    }

    Optional<ErrorCode> register(NodeRegister register) {
        String id = register.getId();
        if (id.isEmpty()
                || id.contains("/")
                || id.contains("\0")
                || register.getIncarnation().isEmpty()) {
            return Optional.of(ErrorCode.BAD_REQUEST);
        }
        Node known = nodes.get(id);
        if (known != null && (known.state == NodeState.GONE || !known.incarnation.equals(register.getIncarnation()))) {
            return Optional.of(ErrorCode.NODE_ID_TAKEN);
        }
        for (Map.Entry<String, Node> other : nodes.entrySet()) {
            boolean lives = other.getValue().state != NodeState.GONE;
            boolean same = other.getValue().raftAddress.equals(register.getRaftAddress());
            boolean named = !register.getRaftAddress().isEmpty();
            if (named && lives && same && !other.getKey().equals(id)) {
                return Optional.of(ErrorCode.NODE_ADDRESS_TAKEN);
            }
        }
        if (known != null) {
            nodes.put(id, new Node(known.incarnation, register.getRaftAddress(), known.state));
            return Optional.empty();
        }
        NodeState state = register.getInitialState();
        if (state != NodeState.ACTIVE && state != NodeState.JOINING) {
            return Optional.of(ErrorCode.BAD_REQUEST);
        }
        nodes.put(id, new Node(register.getIncarnation(), register.getRaftAddress(), state));
        return Optional.empty();
    }

    Optional<ErrorCode> setState(NodeSetState set) {
        Node node = nodes.get(set.getId());
        if (node == null) {
            return Optional.of(ErrorCode.NODE_NOT_FOUND);
        }
        String step = node.state + ">" + set.getState();
        boolean allowed = node.state == set.getState()
                || set.getState() == NodeState.GONE
                || Set.of("JOINING>ACTIVE", "DRAINING>ACTIVE", "ACTIVE>DRAINING")
                        .contains(step);
        if (!allowed) {
            return Optional.of(ErrorCode.NODE_STATE_REFUSED);
        }
        nodes.put(set.getId(), new Node(node.incarnation, node.raftAddress, set.getState()));
        return Optional.empty();
    }

    Optional<ErrorCode> assign(BucketsAssign assign) {
        if (assign.getMovesCount() == 0) {
            return Optional.of(ErrorCode.BAD_REQUEST);
        }
        Set<Integer> seen = new HashSet<>();
        for (BucketMove move : assign.getMovesList()) {
            Optional<ErrorCode> refused =
                    seen.add(move.getBucket()) ? refused(move) : Optional.of(ErrorCode.BAD_REQUEST);
            if (refused.isPresent()) {
                return refused;
            }
        }
        for (BucketMove move : assign.getMovesList()) {
            Bucket row = buckets.get(move.getBucket());
            if (row != null && row.owner.equals(move.getOwner())) {
                buckets.put(move.getBucket(), new Bucket(row.owner, row.epoch, row.byHand || assign.getByHand()));
            } else {
                buckets.put(move.getBucket(), new Bucket(move.getOwner(), epoch(row) + 1, assign.getByHand()));
            }
        }
        return Optional.empty();
    }

    private static long epoch(@Nullable Bucket row) {
        return row == null ? 0 : row.epoch;
    }

    private Optional<ErrorCode> refused(BucketMove move) {
        if (move.getBucket() < 0 || move.getBucket() >= bucketCount) {
            return Optional.of(ErrorCode.BUCKET_NOT_FOUND);
        }
        if (epoch(buckets.get(move.getBucket())) != move.getExpectedEpoch()) {
            return Optional.of(ErrorCode.STALE_EPOCH);
        }
        Node owner = nodes.get(move.getOwner());
        if (owner == null) {
            return Optional.of(ErrorCode.NODE_NOT_FOUND);
        }
        return owner.state == NodeState.ACTIVE ? Optional.empty() : Optional.of(ErrorCode.NODE_NOT_ACTIVE);
    }

    void addTo(ModelPicture picture) {
        nodes.forEach((id, node) -> picture.node(id, node.state.name(), node.raftAddress));
        buckets.forEach((bucket, row) -> picture.bucket(bucket, row.owner, row.epoch, row.byHand));
    }
}
