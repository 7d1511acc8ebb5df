package io.ams.architecture.breach.plan;

import io.ams.store.StateStore;

/** A planner must not see a store. */
public record PlannerThatSeesAStore(StateStore store) {}
