package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change that waits for every shard.
 *
 * @param changes in words
 * @param came shards that have announced it; at most a hundred are named
 * @param missing shards that have not announced it; at most a hundred are named
 */
public record BarrierView(
        long number,
        String changes,
        String firstShard,
        int announced,
        int passed,
        List<String> came,
        List<String> missing,
        @Nullable Long conflict,
        long sinceMillis) {}
