package io.ams.raft.node;

import io.ams.raft.lead.LeaderDuties;
import io.ams.raft.ratis.GroupEvents;
import org.jspecify.annotations.Nullable;

/** What the node makes of events of the group. */
final class NodeEvents implements GroupEvents {
    private final Faults faults;
    private final Runnable onEnded;
    private volatile @Nullable LeaderDuties duties;
    private volatile boolean closing;

    /** @param onEnded must only take note: it is called on a thread of Ratis */
    NodeEvents(Faults faults, Runnable onEnded) {
        this.faults = faults;
        this.onEnded = onEnded;
    }

    /** The duties to start and stop; before the group starts. */
    void conduct(LeaderDuties conducted) {
        duties = conducted;
    }

    /** From now on an end of the group is what this node wants. */
    void closing() {
        closing = true;
    }

    @Override
    public void leaderReady(long term) {
        LeaderDuties conducted = duties;
        if (conducted != null && !closing) {
            conducted.leaderReady(term);
        }
    }

    @Override
    public void notLeader() {
        LeaderDuties conducted = duties;
        if (conducted != null && !closing) {
            conducted.notLeader();
        }
    }

    @Override
    public void leaderChanged() {
        // The write loop looks again by itself; nothing else depends on who leads.
    }

    @Override
    public void ended() {
        if (!closing) {
            onEnded.run();
        }
    }

    @Override
    public void failed(Failure failure, String what, Throwable cause) {
        ExitCode code = switch (failure) {
            case LOG -> ExitCode.LOG_FAILED;
            case APPLY -> ExitCode.APPLY_FAILED;
            case STORE -> ExitCode.STORE_FAILED;
        };
        faults.fatal(code, what, cause);
    }
}
