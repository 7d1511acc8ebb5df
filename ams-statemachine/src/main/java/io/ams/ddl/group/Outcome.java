package io.ams.ddl.group;

import io.ams.proto.DdlDecided;
import io.ams.proto.TargetShape;
import io.ams.state.ChangeSet;
import java.util.Optional;

/** What coordination says to a command. */
public sealed interface Outcome {
    /**
     * Yes.
     *
     * @param shape what the target's shape must become in the same entry; empty if it stays
     */
    record Done(ChangeSet changes, DdlDecided reply, Optional<TargetShape> shape) implements Outcome {}

    /** No, and nothing changed. */
    record Refused(DdlRefusal refusal, String detail) implements Outcome {}
}
