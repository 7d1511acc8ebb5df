package io.ams.architecture.breach.state;

import io.ams.op.ErrorCode;

/** State must not see operations. */
public record StateThatSeesARule(ErrorCode code) {}
