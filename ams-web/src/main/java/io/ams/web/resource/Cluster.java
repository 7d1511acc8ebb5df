package io.ams.web.resource;

import io.ams.op.Settings;
import io.ams.proto.BucketRow;
import io.ams.proto.ClusterRow;
import io.ams.proto.NodeRow;
import io.ams.raft.Member;
import io.ams.raft.NodeStatus;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.Rows;
import io.ams.state.View;
import io.ams.web.api.ClusterView;
import io.ams.web.api.NodeView;
import io.ams.web.api.PeerView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts together what the state says of nodes with what Raft says of members. */
public final class Cluster {
    /** What the state says; members come from elsewhere. */
    public record Rowset(
            ClusterRow cluster,
            String ownershipMode,
            long deadAfterMillis,
            List<NodeRow> nodes,
            Map<String, Integer> buckets,
            Map<String, Integer> tables) {}

    private Cluster() {}

    /** Reads what the state says. */
    public static Rowset read(View view) {
        Map<String, Integer> buckets = new HashMap<>();
        Map<Integer, String> owners = new HashMap<>();
        for (BucketRow bucket : Rows.values(view, Columns.BUCKETS, KeyRange.all())) {
            buckets.merge(bucket.getOwner(), 1, Integer::sum);
            owners.put(bucket.getBucket(), bucket.getOwner());
        }
        Map<String, Integer> tables = new HashMap<>();
        view.scan(Columns.BUCKET_TABLES, KeyRange.all(), (key, row) -> {
            Optional.ofNullable(owners.get(key.bucket())).ifPresent(owner -> tables.merge(owner, 1, Integer::sum));
            return true;
        });
        return new Rowset(
                view.get(Columns.CLUSTER, Keys.Single.KEY).orElse(ClusterRow.getDefaultInstance()),
                Settings.OWNERSHIP_MODE.in(view),
                Settings.NODE_DEAD_AFTER.numberIn(view),
                Rows.values(view, Columns.NODES, KeyRange.all()),
                buckets,
                tables);
    }

    public static ClusterView view(Rowset rows, NodeStatus status, List<Member> members) {
        return new ClusterView(
                status.clusterId(),
                status.nodeId(),
                status.leaderId().orElse(null),
                status.term(),
                failureTolerance(members, rows.deadAfterMillis()),
                rows.ownershipMode(),
                rows.cluster().getFeatureLevel(),
                nodes(rows, status, members));
    }

    /** Every node that is known, and every member that has not yet said who it is. */
    public static List<NodeView> nodes(Rowset rows, NodeStatus status, List<Member> members) {
        Map<String, Member> byId =
                members.stream().collect(Collectors.toMap(Member::id, member -> member, (a, b) -> a));
        List<NodeView> nodes = new ArrayList<>();
        for (NodeRow row : rows.nodes()) {
            nodes.add(node(rows, row, status, members, byId.remove(row.getId())));
        }
        for (Member member : members) {
            if (byId.containsKey(member.id())) {
                NodeRow unknown = NodeRow.newBuilder()
                        .setId(member.id())
                        .setRaftAddress(member.raftAddress())
                        .setState(io.ams.proto.NodeState.JOINING)
                        .build();
                nodes.add(node(rows, unknown, status, members, member));
            }
        }
        return nodes;
    }

    private static NodeView node(
            Rowset rows, NodeRow row, NodeStatus status, List<Member> members, @Nullable Member member) {
        return new NodeView(
                row.getId(),
                row.getState().name(),
                row.getRaftAddress(),
                row.getHttpAddress(),
                row.getVersion(),
                role(row.getId(), status, member),
                member != null,
                figure(member, Member::matchIndex),
                lag(member, members),
                figure(member, Member::lastContactMillis),
                rows.buckets().getOrDefault(row.getId(), 0),
                rows.tables().getOrDefault(row.getId(), 0));
    }

    private static @Nullable String role(String id, NodeStatus status, @Nullable Member member) {
        if (id.equals(status.nodeId())) {
            return status.role().name();
        }
        if (member == null) {
            return NodeStatus.Role.NONE.name();
        }
        if (status.leaderId().isEmpty()) {
            return null;
        }
        return (member.leader() ? NodeStatus.Role.LEADER : NodeStatus.Role.FOLLOWER).name();
    }

    public static List<PeerView> peers(List<Member> members) {
        return members.stream()
                .map(member -> new PeerView(
                        member.id(),
                        member.raftAddress(),
                        member.leader(),
                        figure(member, Member::matchIndex),
                        lag(member, members),
                        figure(member, Member::lastContactMillis)))
                .toList();
    }

    private static @Nullable Long figure(@Nullable Member member, ToLongFunction<Member> figure) {
        return member == null || figure.applyAsLong(member) < 0 ? null : figure.applyAsLong(member);
    }

    private static @Nullable Long lag(@Nullable Member member, List<Member> members) {
        if (member == null || member.matchIndex() < 0) {
            return null;
        }
        long furthest = members.stream().mapToLong(Member::matchIndex).max().orElse(0);
        return furthest - member.matchIndex();
    }

    /** Live members beyond a majority; null where this node cannot know who lives. */
    private static @Nullable Integer failureTolerance(List<Member> members, long deadAfterMillis) {
        boolean known = members.stream().anyMatch(member -> member.lastContactMillis() >= 0);
        if (!known) {
            return null;
        }
        long live = members.stream()
                .filter(member -> member.leader()
                        || (member.lastContactMillis() >= 0 && member.lastContactMillis() <= deadAfterMillis))
                .count();
        int majority = members.size() / 2 + 1;
        return (int) Math.max(0, live - majority);
    }
}
