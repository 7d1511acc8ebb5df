package io.ams.store;

import io.ams.state.View;

/** A state that does not change, and its position. */
public record StateSnapshot(View view, Applied applied) {}
