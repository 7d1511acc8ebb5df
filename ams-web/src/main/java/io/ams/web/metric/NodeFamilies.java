package io.ams.web.metric;

import io.ams.raft.NodeStatus;
import io.ams.raft.Replica;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** How the node stands. Read from what it has; answers when nothing else does. */
final class NodeFamilies {
    private final Replica replica;

    NodeFamilies(Replica replica) {
        this.replica = replica;
    }

    List<Family> read() {
        NodeStatus status = replica.status();
        List<Family> families = new ArrayList<>();
        families.add(Family.gauge("ams_term", "Raft term", status.term()));
        families.add(Family.gauge("ams_commit_index", "Highest log index known to be committed", status.commitIndex()));
        families.add(Family.gauge("ams_applied_index", "Log index of the state", status.appliedIndex()));
        families.add(Family.gauge(
                "ams_durable_index", "Log index of the state that a power cut would leave", status.durableIndex()));
        families.add(Family.gauge(
                "ams_leader_known", "1 if a leader is known", status.leaderId().isPresent() ? 1 : 0));
        families.add(Family.gauge(
                "ams_leader_ready",
                "1 if this node leads and has applied the first entry of its term",
                status.leaderReady() ? 1 : 0));
        families.add(stateSet("ams_role", "role", "Raft role", status.role(), NodeStatus.Role.values()));
        families.add(stateSet(
                "ams_lifecycle",
                "lifecycle",
                "Life cycle of the node",
                status.lifecycle(),
                NodeStatus.Lifecycle.values()));
        families.add(Family.gauge("ams_buckets_owned", "Buckets that this node owns", buckets(status.nodeId())));
        return families;
    }

    private long buckets(String nodeId) {
        return replica.reader()
                .readLocal(view -> Rows.values(view, Columns.BUCKETS, KeyRange.all()).stream()
                        .filter(bucket -> bucket.getOwner().equals(nodeId))
                        .count())
                .value();
    }

    /** One sample for each state, 1 for the one that holds. */
    private static <E extends Enum<E>> Family stateSet(String name, String label, String help, E holds, E[] all) {
        List<Family.Value> samples = Arrays.stream(all)
                .map(state -> new Family.Value("", Map.of(label, state.name()), state == holds ? 1 : 0))
                .toList();
        return new Family(name, help, Family.Kind.GAUGE, samples);
    }
}
