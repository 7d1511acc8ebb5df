package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.DdlClash;

/** What the one open conflict of a group says. */
final class Clashes {
    private Clashes() {}

    /** It names what the others have and what the shard wants. */
    static void assertSides(DdlScene scene, String target, String shard) {
        assertThat(scene.conflictRows()).hasSize(1);
        DdlClash clash = scene.conflictRows().get(0).getClash();
        assertThat(clash.getTargetSide()).isEqualTo(target);
        assertThat(clash.getShardSide()).isEqualTo(shard);
        assertThat(clash.getDetail()).contains(target, shard);
    }
}
