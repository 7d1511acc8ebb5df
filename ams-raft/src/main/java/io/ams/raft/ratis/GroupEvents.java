package io.ams.raft.ratis;

/** What happens to the group on this node. Called on threads of Ratis: implementations only take note and return. */
public interface GroupEvents {
    /** This node leads and has applied the first entry of its term. */
    void leaderReady(long term);

    /** This node does not lead any more. */
    void notLeader();

    /** Somebody else leads, or nobody. */
    void leaderChanged();

    /** This node's part in the group has ended though the process lives on. */
    void ended();

    /** The node cannot go on. */
    void failed(Failure failure, String what, Throwable cause);

    /** What cannot go on. */
    enum Failure {
        /** The Raft log cannot be written. */
        LOG,
        /** An entry could not be applied. */
        APPLY,
        /** The state could not be written or replaced. */
        STORE
    }
}
