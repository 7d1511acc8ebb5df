package io.ams.ddl.group;

import io.ams.ddl.ShardDraft;
import io.ams.ddl.TargetDraft;
import io.ams.proto.SchemaChange;
import java.util.List;

/** Whether it is worth asking every shard if it has a change already: thousands of schemas are not read for nothing. */
final class Prospects {
    private Prospects() {}

    /**
     * False only if no shard can have all of the changes.
     *
     * @param shard the schema of the one that announced them, before them
     * @param shards how many there are
     */
    static boolean mayBeThere(TargetDraft target, ShardDraft shard, List<SchemaChange> changes, int shards) {
        return changes.stream().allMatch(change -> switch (change.getChangeCase()) {
            case ADD ->
                change.getAdd().getParentCount() > 0
                        || target.isHeld(change.getAdd().getColumn().getName());
            case DROP -> target.holders(shard, change.getDrop().getPathList()) < shards;
            default -> true;
        });
    }
}
