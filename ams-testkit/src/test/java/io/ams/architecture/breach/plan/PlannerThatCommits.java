package io.ams.architecture.breach.plan;

import io.ams.state.ChangeSet;
import io.ams.state.LogPosition;
import io.ams.store.MemoryStore;

/** A planner must not commit. */
public final class PlannerThatCommits {
    public void commit(MemoryStore store) {
        store.commit(ChangeSet.empty(), LogPosition.START);
    }
}
