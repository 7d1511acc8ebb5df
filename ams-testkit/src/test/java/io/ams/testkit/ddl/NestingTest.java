package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.DdlMode;
import io.ams.testkit.SoloReplica;
import org.junit.jupiter.api.Test;

class NestingTest {
    /** Rows are messages, and messages that are nested too deep do not read back. */
    @Test
    void aSchemaDoesNotGrowDeeperChangeByChange() {
        SoloReplica replica = Replicas.solo();
        DdlScene scene =
                new DdlScene(new DdlDriver(() -> replica), "g", DdlMode.OPTIMISTIC, DdlDriver.policies(), 2, false);
        scene.join("A", "id:int");

        assertThat(scene.announce("A", "+c:" + structs(30))).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("A", "+c" + ".x".repeat(29) + ".y:" + structs(30)))
                .isEqualTo("refused DDL_CHANGE_INVALID");
        assertThat(scene.announce("A", "c" + ".x".repeat(30) + "::" + structs(30)))
                .isEqualTo("refused DDL_CHANGE_INVALID");
        assertThat(scene.announce("A", "+c" + ".x".repeat(29) + ".y:" + structs(1)))
                .isEqualTo("APPLIED EXECUTE");
    }

    private static String structs(int depth) {
        return "struct<x:".repeat(depth) + "int" + ">".repeat(depth);
    }
}
