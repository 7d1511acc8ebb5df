package io.ams.ddl.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What a group does where there is a choice; null for the default if the group is new, and for what it does already if it is not.
 *
 * @param drop a column that no shard has any more: delete (default) or retain
 * @param rename the target's name follows a shard's: first (default), all or never
 * @param readd a column dropped and added again while others have it: conflict (default) or generation
 * @param dateToTimestamp whether a date may become a timestamp (default: no)
 */
public record Policies(
        @Nullable String drop,
        @Nullable String rename,
        @Nullable String readd,
        @Nullable Boolean dateToTimestamp) {}
