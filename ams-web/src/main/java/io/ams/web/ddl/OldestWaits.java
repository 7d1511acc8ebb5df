package io.ams.web.ddl;

import com.google.protobuf.MessageLite;
import io.ams.proto.DdlBarrierRow;
import io.ams.proto.DdlConflictRow;
import io.ams.state.Column;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.Rows;
import io.ams.state.View;
import java.util.Optional;
import java.util.function.Function;

/**
 * Since when a group waits, in milliseconds: for shards that have not come, and for somebody to end a conflict. Reads one row of
 * each, since numbers grow: the first is the oldest.
 *
 * @param barrier since when the oldest barrier stands; empty if there is none
 * @param conflict since when the oldest conflict is open; empty if there is none
 */
public record OldestWaits(Optional<Long> barrier, Optional<Long> conflict) {
    /** Those of this group. */
    public static OldestWaits in(View view, String group) {
        return new OldestWaits(
                first(view, Columns.DDL_BARRIERS, group, DdlBarrierRow::getSinceMillis),
                first(view, Columns.DDL_CONFLICTS, group, DdlConflictRow::getSinceMillis));
    }

    private static <V extends MessageLite> Optional<Long> first(
            View view, Column<Keys.GroupNumberKey, V> column, String group, Function<V, Long> since) {
        return Rows.first(view, column, Keys.GroupNumberKey.of(group), 1).stream()
                .findFirst()
                .map(row -> since.apply(row.getValue()));
    }
}
