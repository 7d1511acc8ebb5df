package io.ams.architecture.breach.publish;

import io.ams.op.ErrorCode;

/** What is published must not see operations. */
public record PublisherThatSeesARule(ErrorCode code) {}
