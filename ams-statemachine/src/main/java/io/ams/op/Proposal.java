package io.ams.op;

import com.google.protobuf.MessageLite;

/** An operation that a planner would have submitted. */
public record Proposal<C extends MessageLite, R extends MessageLite>(Operation<C, R> operation, C body) {}
