package io.ams.raft.node;

import io.ams.op.Proposal;
import io.ams.op.Settings;
import io.ams.plan.AssignmentPlanner;
import io.ams.plan.BootstrapPlanner;
import io.ams.plan.Contacts;
import io.ams.plan.LeasePlanner;
import io.ams.plan.MemberPlanner;
import io.ams.raft.Member;
import io.ams.raft.Membership;
import io.ams.raft.lead.LeaderDuty;
import io.ams.raft.lead.ReconcilingDuty;
import io.ams.state.View;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The duties of a leader, in the order they start. */
final class NodeDuties {
    private static final long BOOTSTRAP_TICK_MILLIS = 200;
    private static final long MEMBERS_TICK_MILLIS = 1_000;
    private static final long ASSIGNMENT_TICK_MILLIS = 250;
    private static final long LEASES_TICK_MILLIS = 500;

    private NodeDuties() {}

    static List<LeaderDuty> all(String nodeId, String clusterId, String warehouse, Membership membership, Clock clock) {
        BootstrapPlanner bootstrap = new BootstrapPlanner();
        AssignmentPlanner assignment = new AssignmentPlanner();
        LeasePlanner leases = new LeasePlanner();
        MemberPlanner members = new MemberPlanner();
        Departures departures = new Departures(membership);
        return List.of(
                new ReconcilingDuty(
                        "bootstrap",
                        (view, now, since) -> list(bootstrap.plan(view, clusterId, warehouse).stream()),
                        BOOTSTRAP_TICK_MILLIS,
                        clock),
                new ReconcilingDuty(
                        "members",
                        (view, now, since) -> {
                            MemberPlanner.Plan plan = members.plan(view, ids(membership));
                            // A change of the group is no entry of a command, so it cannot be submitted as one.
                            departures.begin(plan.departed());
                            return plan.steps();
                        },
                        MEMBERS_TICK_MILLIS,
                        clock),
                new ReconcilingDuty(
                        "assignment",
                        (view, now, since) -> list(assignment.plan(view, contacts(nodeId, membership, view)).stream()),
                        ASSIGNMENT_TICK_MILLIS,
                        clock),
                new ReconcilingDuty("leases", leases::plan, LEASES_TICK_MILLIS, clock));
    }

    private static List<Proposal<?, ?>> list(Stream<? extends Proposal<?, ?>> proposals) {
        return proposals.<Proposal<?, ?>>map(proposal -> proposal).toList();
    }

    private static Set<String> ids(Membership membership) {
        return membership.members().stream().map(Member::id).collect(Collectors.toSet());
    }

    /** Who is alive, from Raft itself: the leader and whoever answered it lately. */
    private static Contacts contacts(String nodeId, Membership membership, View view) {
        long deadAfter = Settings.NODE_DEAD_AFTER.numberIn(view);
        Set<String> alive = new TreeSet<>();
        alive.add(nodeId);
        membership.members().stream()
                .filter(member -> member.lastContactMillis() >= 0 && member.lastContactMillis() < deadAfter)
                .map(Member::id)
                .forEach(alive::add);
        return new Contacts(nodeId, alive);
    }
}
