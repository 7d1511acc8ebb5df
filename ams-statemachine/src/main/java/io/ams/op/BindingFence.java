package io.ams.op;

import io.ams.proto.BindingClaim;
import io.ams.proto.DdlGroupRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.TableRow;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.View;
import java.util.List;
import java.util.Optional;

/** What keeps out writers that go by old bindings: a commit may say which its data was written with, and counts only while they stand. */
final class BindingFence {
    private BindingFence() {}

    /** Objects to a claim to bindings that are not in force. */
    static Optional<Objection> stale(View view, TableRow table, List<BindingClaim> claims) {
        for (BindingClaim claim : claims) {
            Optional<String> why = why(view, table, claim);
            if (why.isPresent()) {
                return Optional.of(new Objection(ErrorCode.DDL_BINDING_STALE, why.get()));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> why(View view, TableRow table, BindingClaim claim) {
        String who = "shard '" + claim.getShard() + "' of group '" + claim.getGroup() + "'";
        boolean feeds = view.get(Columns.DDL_GROUPS, claim.getGroup())
                .map(DdlGroupRow::getTableUuid)
                .map(table.getUuid()::equals)
                .orElse(false);
        if (!feeds) {
            return Optional.of(who + " does not feed table " + Names.dotted(table.getLevelsList(), table.getName()));
        }
        Optional<DdlMemberRow> member =
                view.get(Columns.DDL_MEMBERS, new Keys.ShardKey(claim.getGroup(), claim.getShard()));
        if (member.isEmpty() || member.get().getState() == DdlMemberState.MEMBER_LEFT) {
            return Optional.of(who + " is not in the group");
        }
        long epoch = member.get().getBindingEpoch();
        return epoch == claim.getBindingEpoch()
                ? Optional.empty()
                : Optional.of("the bindings of " + who + " have epoch " + epoch + ", not "
                        + Long.toUnsignedString(claim.getBindingEpoch())
                        + "; load them and write the data again");
    }
}
