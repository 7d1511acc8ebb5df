package io.ams.web.resource;

import io.ams.raft.AmsException;
import io.ams.state.View;
import io.ams.web.ddl.GroupViews;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Something of a shard as it was looked for in one view, which knows what is not there: the group, the shard, or only this.
 *
 * @param missing what says that the group or the shard is not there; empty if both are
 */
record Found<T>(Optional<Supplier<AmsException>> missing, Optional<T> wanted) {
    static <T> Found<T> in(View view, String group, String shard, Optional<T> wanted) {
        if (wanted.isPresent()) {
            return new Found<>(Optional.empty(), wanted);
        } else if (!GroupViews.exists(view, group)) {
            return new Found<>(Optional.of(Missing.shardGroup(group)), wanted);
        }
        boolean joined = GroupViews.exists(view, group, shard);
        return new Found<>(joined ? Optional.empty() : Optional.of(Missing.shard(group, shard)), wanted);
    }

    /** What was looked for; throws what says that the outermost thing is not there. */
    T orThrow(Supplier<AmsException> notThere) {
        return wanted.orElseThrow(missing.orElse(notThere));
    }
}
