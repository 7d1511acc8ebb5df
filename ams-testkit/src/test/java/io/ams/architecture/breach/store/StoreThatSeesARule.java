package io.ams.architecture.breach.store;

import io.ams.op.ErrorCode;

/** A store must not see operations. */
public record StoreThatSeesARule(ErrorCode code) {}
