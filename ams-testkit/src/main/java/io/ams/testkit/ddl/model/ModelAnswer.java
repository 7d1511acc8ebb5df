package io.ams.testkit.ddl.model;

import io.ams.op.ErrorCode;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlVerdict;
import io.ams.testkit.ddl.DdlScene;

/**
 * An answer, as far as the model goes.
 *
 * @param said verdict, kind of conflict, actions and codes of warnings in the notation of {@link DdlScene}, or "refused CODE"
 * @param repeated it was decided before
 * @param version of the group after it; 0 if refused
 */
public record ModelAnswer(String said, boolean repeated, long version) {
    /** The real answer. */
    public static ModelAnswer of(DdlDecided decided) {
        // A hint, not a decision: that what waits would be in conflict if all agreed on it now.
        DdlDecided.Builder known = decided.toBuilder().clearWarnings();
        decided.getWarningsList().stream()
                .filter(warning -> !warning.getCode().equals("CONFLICT_FORESEEN"))
                .forEach(known::addWarnings);
        boolean verdict = decided.getVerdict() != DdlVerdict.DDL_VERDICT_UNSPECIFIED;
        return new ModelAnswer(
                verdict ? DdlScene.said(known.build()) : "acknowledged",
                decided.getRepeated(),
                decided.getGroupVersion());
    }

    /** A refusal. */
    public static ModelAnswer refused(ErrorCode code) {
        return new ModelAnswer("refused " + code, false, 0);
    }

    boolean isRefused() {
        return said.startsWith("refused");
    }
}
