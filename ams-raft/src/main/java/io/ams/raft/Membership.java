package io.ams.raft;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The members of the group, and their change. Every node takes these calls; one that does not lead hands them on.
 *
 * <p>Stages fail with an {@link AmsException}: {@code MEMBERSHIP_REFUSED} with the reason, {@code MEMBERSHIP_BUSY} or
 * {@code NO_LEADER} where that lasted for some seconds, or {@code OUTCOME_UNKNOWN}.
 */
public interface Membership {
    /** The members as this node knows them; figures of the others only on the leader. */
    List<Member> members();

    /** The members with the leader's figures, from any node. */
    CompletionStage<List<Member>> membersFromLeader();

    /** The id of the leader, if this node knows one. */
    Optional<String> leaderId();

    /** Adds a node that was started empty. Done when it has caught up and votes. Adding a member again changes nothing. */
    CompletionStage<Void> add(String id, String raftAddress);

    /** Removes a member. Refused where the members left could not form a majority of live ones. */
    CompletionStage<Void> remove(String id);

    /** Hands leadership to this member, or to the one that is furthest, if none is named. */
    CompletionStage<Void> transferLeadership(Optional<String> id);
}
