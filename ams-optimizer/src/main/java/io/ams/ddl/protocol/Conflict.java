package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two sides that do not go together.
 *
 * @param id null for one that was rejected and left no trace
 * @param kind TYPE, BACKFILL, NONDETERMINISTIC_DEFAULT, READD, NAME_COLLISION, IDENTIFIER, STRUCTURE, DEPENDENCY, MISMATCH, UNFIT
 * @param targetSide what the target or the other shards have
 * @param shardSide what the shard wants
 * @param verbs that end it
 */
public record Conflict(
        @Nullable Long id,
        @Nullable String shard,
        @Nullable Long seq,
        @Nullable Long barrier,
        String kind,
        String column,
        String targetSide,
        String shardSide,
        String detail,
        List<String> verbs,
        @Nullable Long sinceMillis) {}
