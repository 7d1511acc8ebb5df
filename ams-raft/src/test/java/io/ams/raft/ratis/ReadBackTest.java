package io.ams.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.Command;
import io.ams.proto.DdlJoin;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import org.junit.jupiter.api.Test;

class ReadBackTest {
    private static Command join(ShardColumn column) {
        return Command.newBuilder()
                .setDdlJoin(
                        DdlJoin.newBuilder().setSchema(ShardSchema.newBuilder().addColumns(column)))
                .build();
    }

    private static ShardColumn column(String name) {
        return ShardColumn.newBuilder().setName(name).setType("int").build();
    }

    @Test
    void whatIsReadAsItWasWrittenIsFine() {
        assertThat(ReadBack.objection(join(column("n\uD83D\uDE00é")))).isEmpty();
    }

    @Test
    void halfACharacterIsObjectedToHoweverShortTheCommandIs() {
        assertThat(ReadBack.objection(join(column("n\uD83D")))).get().asString().contains("surrogate");
    }

    @Test
    void whatNoNodeCouldReadIsObjectedTo() {
        ShardColumn deep = column("c");
        for (int level = 0; level < 90; level++) {
            deep = ShardColumn.newBuilder()
                    .setName("s")
                    .setType("struct")
                    .addChildren(deep)
                    .build();
        }

        assertThat(ReadBack.objection(join(deep))).get().asString().contains("too deep");
    }
}
