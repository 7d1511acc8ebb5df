package io.ams.testkit.ddl.history;

import io.ams.op.ErrorCode;
import io.ams.testkit.ddl.model.ModelAnswer;
import java.util.List;
import java.util.Optional;

/** What a call about a group came to. */
public sealed interface DdlAnswer {
    /**
     * It was carried out, or had been before.
     *
     * @param said what was decided, whether that is a repetition, and the version of the group when it was
     * @param seq of the announcement that it is about, 0 for none
     * @param bindings where the shard's columns go, as {@code a->1 b->2~}, read when the answer was made or a little later; empty if
     *     the answer does not say
     */
    record Said(ModelAnswer said, long seq, Optional<List<String>> bindings) implements DdlAnswer {
        /** Whether it made a version of its own. */
        boolean isEffect() {
            return !said.repeated() && !said.said().startsWith("REJECTED");
        }

        /** The first word: what became of the announcement. */
        String verdict() {
            return said.said().split(" ", 2)[0];
        }
    }

    /** It was carried out or needed no carrying out, and the answer does not say which. */
    record Done() implements DdlAnswer {}

    /** A "no" of the group's rules: nothing was changed. */
    record Refused(ErrorCode code) implements DdlAnswer {}

    /** It may have been carried out, may be yet, or never. */
    record Unknown() implements DdlAnswer {}

    /** The node surely did nothing and will not; another may. */
    record NotNow() implements DdlAnswer {}

    /** What a call came to that failed with this code. */
    static DdlAnswer failed(ErrorCode code) {
        boolean overtaken = code == ErrorCode.DDL_STALE_PLAN || code == ErrorCode.COMMIT_CONFLICT;
        if (overtaken) {
            return new NotNow();
        } else if (code.name().startsWith("DDL_") || code == ErrorCode.BAD_REQUEST) {
            return new Refused(code);
        }
        return code.surelyNotApplied() ? new NotNow() : new Unknown();
    }
}
