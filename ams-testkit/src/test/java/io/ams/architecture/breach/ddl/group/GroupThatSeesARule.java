package io.ams.architecture.breach.ddl.group;

import io.ams.op.ErrorCode;

/** A group must not see operations. */
public record GroupThatSeesARule(ErrorCode code) {}
