package io.ams.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.SchemaChange;
import io.ams.proto.ShardSchema;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SchemaDiffTest {
    private static final int PAIRS = 20_000;

    @Test
    void theChangesFromOneSchemaToAnotherMakeTheOneTheOther() {
        long seed = 4;
        RandomSchemas random = new RandomSchemas(new SplittableRandom(seed));
        for (int i = 0; i < PAIRS; i++) {
            ShardSchema before = checked(random.schema());
            ShardSchema after = checked(random.schema());
            List<SchemaChange> changes = SchemaDiff.between(before, after);
            ShardSchema changed = ShardDraft.of(before)
                    .changed(changes)
                    .fold(ShardDraft::toMessage, complaint -> ShardSchema.getDefaultInstance());

            assertThat(RandomSchemas.sorted(changed))
                    .as("pair %s of seed %s, by %s", i, seed, Fingerprints.ofAll(changes))
                    .isEqualTo(RandomSchemas.sorted(after));
        }
    }

    @Test
    void betweenASchemaAndItselfInAnotherOrderThereIsNothing() {
        RandomSchemas random = new RandomSchemas(new SplittableRandom(5));
        for (int i = 0; i < 1_000; i++) {
            ShardSchema schema = checked(random.schema());
            assertThat(SchemaDiff.between(schema, RandomSchemas.sorted(schema))).isEmpty();
        }
    }

    private static ShardSchema checked(ShardSchema schema) {
        return ShardSchemas.check(schema).fold(valid -> valid, complaint -> {
            throw new AssertionError(complaint + " in " + schema);
        });
    }
}
