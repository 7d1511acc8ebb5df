package io.ams.architecture.breach.raft;

import org.apache.ratis.protocol.RaftPeerId;

/** Only the adapter may see Ratis. */
public record DutyThatSeesRatis(RaftPeerId peer) {}
