package io.ams.ddl.protocol;

import org.jspecify.annotations.Nullable;

/** Another mode or other policies for a group; null for what stays. */
public record ShardGroupChange(
        @Nullable String mode, @Nullable Policies policies) {}
