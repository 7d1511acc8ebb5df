package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field of the target.
 *
 * @param shards how many have it
 * @param dropWanted a shard dropped it and others have it still
 * @param wantedName the name it gets when an older field of that name is gone; null for the one it has
 */
public record TargetColumn(
        int id,
        String name,
        String type,
        boolean required,
        @Nullable String initialDefault,
        int shards,
        boolean dropWanted,
        @Nullable String wantedName,
        List<TargetColumn> fields) {}
