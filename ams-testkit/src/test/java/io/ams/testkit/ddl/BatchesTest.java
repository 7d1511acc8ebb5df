package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.ddl.Manner;
import io.ams.ddl.Merge;
import io.ams.ddl.ShardDraft;
import io.ams.ddl.TargetDraft;
import io.ams.proto.DdlClash;
import io.ams.proto.DdlDropPolicy;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlReaddPolicy;
import io.ams.proto.DdlRenamePolicy;
import io.ams.proto.DdlStep;
import io.ams.proto.DdlWarning;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardSchema;
import io.ams.proto.TargetShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many changes in one announcement come to what they come to one by one. Beyond some lookups a command finds columns and fields by an
 * index that it keeps; a command of one change never does.
 */
class BatchesTest {
    private static final int ROUNDS = 60;
    private static final int CHANGES = 120;

    /** Where a shard and the target stand. */
    private record Standing(TargetShape target, ShardSchema shard, List<Integer> released) {}

    /** What changes came to, as far as there was no conflict. */
    private record Result(
            Standing standing, List<DdlStep> steps, List<DdlWarning> warnings, Optional<DdlClash> clash) {}

    private final DdlPolicies.Builder policies = DdlPolicies.newBuilder();

    private Result made(Standing before, List<SchemaChange> changes, Manner manner) {
        TargetDraft target = TargetDraft.of(before.target());
        ShardDraft shard = ShardDraft.of(before.shard());
        Merge merge = new Merge(target, shard, before.released(), policies.build(), manner);
        merge.changes(changes).<Object>fold(valid -> valid, complaint -> {
            throw new AssertionError(complaint);
        });
        Standing after = merge.clash().isPresent()
                ? before
                : new Standing(target.toMessage(), shard.toMessage(), merge.released());
        return new Result(after, merge.steps(), merge.warnings(), merge.clash());
    }

    private Standing joined(TargetShape shape, ShardSchema schema) {
        TargetDraft target = TargetDraft.of(shape);
        ShardDraft shard = ShardDraft.of(schema);
        Merge merge = new Merge(
                        target, shard, List.of(), policies.build(), Manner.INITIAL.on(Manner.OnConflict.NEW_FIELD))
                .binding();
        assertThat(merge.clash()).isEmpty();
        return new Standing(target.toMessage(), shard.toMessage(), merge.released());
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void manyAtOnceAreAsOneByOne(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int compared = 0;
        for (int round = 0; round < ROUNDS; round++) {
            compared += round(random, "seed " + seed + ", round " + round);
        }
        assertThat(compared).isGreaterThan(ROUNDS * CHANGES / 4);
    }

    /** Returns how many changes were made both ways. */
    private int round(SplittableRandom random, String where) {
        RandomChanges choices = new RandomChanges(random);
        policies.setDrop(choices.of(List.of(DdlDropPolicy.DROP_DELETE, DdlDropPolicy.DROP_RETAIN)))
                .setRename(choices.of(List.of(
                        DdlRenamePolicy.RENAME_FIRST, DdlRenamePolicy.RENAME_ALL, DdlRenamePolicy.RENAME_NEVER)))
                .setReadd(choices.of(List.of(DdlReaddPolicy.READD_CONFLICT, DdlReaddPolicy.READD_GENERATION)))
                .setDateToTimestamp(choices.chance(50));
        Manner manner = choices.of(List.of(
                Manner.ANNOUNCED,
                Manner.ANNOUNCED.on(Manner.OnConflict.SKIP),
                Manner.ANNOUNCED.on(Manner.OnConflict.NEW_FIELD),
                Manner.LOCAL));
        TargetShape empty = DdlDriver.emptyShape(choices.chance(50) ? 2 : 3);
        Standing other = joined(empty, choices.schema());
        Standing start = joined(other.target(), choices.schema());
        List<SchemaChange> changes = new ArrayList<>();
        List<DdlStep> steps = new ArrayList<>();
        List<DdlWarning> warnings = new ArrayList<>();
        Standing standing = start;
        for (int i = 0; i < CHANGES; i++) {
            SchemaChange change = valid(choices, standing.shard());
            Result one = made(standing, List.of(change), manner);
            if (one.clash().isPresent()) {
                List<SchemaChange> upTo = new ArrayList<>(changes);
                upTo.add(change);
                assertThat(made(start, upTo, manner).clash())
                        .as("%s: %s", where, upTo)
                        .isEqualTo(one.clash());
                continue;
            }
            standing = one.standing();
            changes.add(change);
            steps.addAll(one.steps());
            warnings.addAll(one.warnings());
        }
        Result all = made(start, changes, manner);
        assertThat(all).as("%s: %s", where, changes).isEqualTo(new Result(standing, steps, warnings, Optional.empty()));
        return changes.size();
    }

    /** A change that the shard's schema can have. */
    private static SchemaChange valid(RandomChanges choices, ShardSchema schema) {
        while (true) {
            SchemaChange change = choices.changes(schema).get(0);
            if (!RandomChanges.after(schema, List.of(change)).equals(ShardSchema.getDefaultInstance())) {
                return change;
            }
        }
    }
}
