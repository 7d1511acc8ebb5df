package io.ams.architecture.breach.plan;

import org.apache.ratis.protocol.RaftPeerId;

/** The state machine must not see Ratis. */
public record PlannerThatSeesRatis(RaftPeerId peer) {}
