package io.ams.testkit.ddl.model;

import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlVerdict;
import io.ams.proto.SchemaChange;
import java.util.List;
import java.util.Optional;

/** An announcement that is not decided. */
final class ModelPending {
    final long seq;
    final String fingerprint;

    /** What was announced, or stands for it. */
    List<SchemaChange> changes;

    DdlVerdict verdict = DdlVerdict.VERDICT_QUEUED;

    /** With verdict BLOCKED: why, and when it came to that. */
    Optional<DdlConflictKind> conflict = Optional.empty();

    long conflictNumber;

    ModelPending(long seq, String fingerprint, List<SchemaChange> changes) {
        this.seq = seq;
        this.fingerprint = fingerprint;
        this.changes = changes;
    }

    /** Of what was announced first, and of what stands for it. */
    List<String> fingerprints() {
        return List.of(fingerprint, ModelChanges.fingerprint(changes));
    }

    ModelPending copy() {
        ModelPending copy = new ModelPending(seq, fingerprint, changes);
        copy.verdict = verdict;
        copy.conflict = conflict;
        copy.conflictNumber = conflictNumber;
        return copy;
    }
}
