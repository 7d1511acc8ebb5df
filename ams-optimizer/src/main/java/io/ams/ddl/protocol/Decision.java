package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of what was asked, and how the shard's rows are to be written from now on.
 *
 * @param verdict APPLIED, WAITING, QUEUED, BLOCKED, REJECTED or SUPERSEDED
 * @param resolution the verb it was ended with, if one was
 * @param repeated it was decided before; this is that decision
 * @param schemaId of the target
 * @param groupVersion of the group when it was decided
 * @param bindingEpoch of the bindings; commits of data may name it, and are refused once it is over
 */
public record Decision(
        String shard,
        long seq,
        String verdict,
        List<Step> steps,
        List<Warning> warnings,
        @Nullable Conflict conflict,
        @Nullable String resolution,
        boolean repeated,
        int schemaId,
        long groupVersion,
        long bindingEpoch,
        List<ColumnBinding> columns,
        List<FillRule> fills) {
    /** Whether nothing will change about it any more. */
    public boolean isFinal() {
        return verdict.equals("APPLIED") || verdict.equals("REJECTED") || verdict.equals("SUPERSEDED");
    }
}
