package io.ams.ddl.group;

import io.ams.ddl.ShardDraft;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.TargetShape;
import io.ams.state.ChangeSet;
import java.util.Set;

/**
 * Takes in what somebody changed in the table itself. New fields are there to be bound, names and types are as they are now;
 * columns whose field was deleted are not stored any more, under a new epoch, so that no writer goes on as before.
 */
final class Observing {
    private final GroupDraft draft;

    Observing(GroupDraft draft) {
        this.draft = draft;
    }

    ChangeSet observe(TargetShape shape) {
        Set<Integer> gone = draft.target().missingIn(shape);
        draft.replaceTarget(shape);
        if (!gone.isEmpty()) {
            draft.members().forEach(member -> unbind(member, gone));
        }
        draft.event(
                "",
                "TARGET_CHANGED",
                "the table's schema was changed by others; it is schema " + shape.getSchemaId() + " now"
                        + (gone.isEmpty() ? "" : ", without fields " + gone));
        return draft.changes(shape.getSchemaId());
    }

    private void unbind(DdlMemberRow member, Set<Integer> gone) {
        ShardDraft shard = ShardDraft.of(member.getSchema());
        if (shard.unbind(gone)) {
            draft.putMember(member.toBuilder()
                    .setSchema(shard.toMessage())
                    .setBindingEpoch(member.getBindingEpoch() + 1)
                    .build());
        }
    }
}
