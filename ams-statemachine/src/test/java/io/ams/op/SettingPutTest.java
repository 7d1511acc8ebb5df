package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.SettingPut;
import io.ams.proto.SettingRow;
import io.ams.state.Columns;
import org.junit.jupiter.api.Test;

class SettingPutTest {
    private final RuleBench bench = new RuleBench();

    @Test
    void eachPutGrowsTheVersion() {
        assertThat(bench.accept(Operations.SETTING_PUT, put("ownership.mode", "leader"))
                        .getVersion())
                .isEqualTo(1);
        bench.passMillis(10);
        assertThat(bench.accept(Operations.SETTING_PUT, put("ownership.mode", "balanced"))
                        .getVersion())
                .isEqualTo(2);

        assertThat(bench.row(Columns.SETTINGS, "ownership.mode"))
                .isEqualTo(SettingRow.newBuilder()
                        .setValue("balanced")
                        .setVersion(2)
                        .setUpdatedAtMillis(RuleBench.START_MILLIS + 10)
                        .build());
        assertThat(Settings.OWNERSHIP_MODE.in(bench.view())).isEqualTo("balanced");
    }

    @Test
    void usersMayKeepTheirOwn() {
        bench.accept(Operations.SETTING_PUT, put("x.anything", ""));

        assertThat(bench.row(Columns.SETTINGS, "x.anything").getVersion()).isEqualTo(1);
    }

    @Test
    void theVersionIsComparedWhenOneIsExpected() {
        SettingPut first = put("x.a", "1").toBuilder().setExpectedVersion(0).build();
        bench.accept(Operations.SETTING_PUT, first);

        assertThat(bench.refuse(ErrorCode.VERSION_MISMATCH, Operations.SETTING_PUT, first))
                .contains("at version 1, not 0");
        bench.accept(
                Operations.SETTING_PUT,
                put("x.a", "2").toBuilder().setExpectedVersion(1).build());
        assertThat(bench.row(Columns.SETTINGS, "x.a").getValue()).isEqualTo("2");
    }

    @Test
    void anUnknownKeyIsRefusedAndTheKnownOnesNamed() {
        assertThat(bench.refuse(ErrorCode.SETTING_UNKNOWN, Operations.SETTING_PUT, put("ownership.mod", "leader")))
                .contains("ownership.mode");
        bench.refuse(ErrorCode.SETTING_UNKNOWN, Operations.SETTING_PUT, put("x." + "k".repeat(255), ""));
    }

    @Test
    void aValueThatTheSettingCannotHaveIsRefused() {
        bench.refuse(ErrorCode.SETTING_INVALID, Operations.SETTING_PUT, put("ownership.mode", "shared"));
        bench.refuse(ErrorCode.SETTING_INVALID, Operations.SETTING_PUT, put("node.dead-after-millis", "0"));
        bench.refuse(ErrorCode.SETTING_INVALID, Operations.SETTING_PUT, put("x.a", "v".repeat(64 * 1024 + 1)));
    }

    private static SettingPut put(String key, String value) {
        return SettingPut.newBuilder().setKey(key).setValue(value).build();
    }
}
