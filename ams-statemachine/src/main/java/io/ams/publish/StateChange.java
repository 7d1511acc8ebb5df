package io.ams.publish;

import io.ams.state.ChangeSet;
import io.ams.store.Applied;

/**
 * One step of the state.
 *
 * @param kind whether the changes are all there is to know, or the whole state was replaced and must be read anew
 * @param applied where the state stands now
 * @param changes what changed; empty for a reset
 */
public record StateChange(Kind kind, Applied applied, ChangeSet changes) {
    public enum Kind {
        COMMIT,
        RESET
    }
}
