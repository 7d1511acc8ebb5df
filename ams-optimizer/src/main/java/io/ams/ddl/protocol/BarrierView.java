package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change that waits for every shard.
 *
 * @param changes in words
 * @param missing shards that have not announced it; at most a hundred are named
 */
public record BarrierView(
        long number,
        String changes,
        String firstShard,
        int announced,
        int passed,
        List<String> missing,
        @Nullable Long conflict,
        long sinceMillis) {}
