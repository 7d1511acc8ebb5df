package io.ams.architecture.breach.op;

import io.ams.store.StateStore;

/** A rule must not see a store. */
public record RuleThatSeesAStore(StateStore store) {}
