package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.SettingDelete;
import io.ams.proto.SettingPut;
import io.ams.state.Columns;
import org.junit.jupiter.api.Test;

class SettingDeleteTest {
    private static final SettingDelete DELETE =
            SettingDelete.newBuilder().setKey("upkeep.enabled").build();

    private final RuleBench bench = new RuleBench();

    @Test
    void theInitialValueHoldsAgain() {
        put();

        bench.accept(Operations.SETTING_DELETE, DELETE);

        assertThat(bench.keys(Columns.SETTINGS)).isEmpty();
        assertThat(Settings.UPKEEP_ENABLED.in(bench.view())).isEqualTo("true");
    }

    @Test
    void theVersionIsComparedWhenOneIsExpected() {
        put();

        assertThat(bench.refuse(
                        ErrorCode.VERSION_MISMATCH,
                        Operations.SETTING_DELETE,
                        DELETE.toBuilder().setExpectedVersion(2).build()))
                .contains("at version 1, not 2");
        bench.accept(
                Operations.SETTING_DELETE,
                DELETE.toBuilder().setExpectedVersion(1).build());
        assertThat(bench.keys(Columns.SETTINGS)).isEmpty();
    }

    @Test
    void whatIsNotSetCannotBeDeleted() {
        bench.refuse(ErrorCode.SETTING_NOT_FOUND, Operations.SETTING_DELETE, DELETE);
    }

    private void put() {
        bench.accept(
                Operations.SETTING_PUT,
                SettingPut.newBuilder()
                        .setKey("upkeep.enabled")
                        .setValue("false")
                        .build());
    }
}
