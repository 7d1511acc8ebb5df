package io.ams.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BucketWeightsTest {
    private static final long MIB = 1L << 20;

    @Test
    void anEmptyBucketIsNoWorkAndATableAddsItsBacklog() {
        AssignmentScene scene = new AssignmentScene(5);
        scene.table("quiet", 1, 0, 0);
        scene.table("files", 2, 109, MIB - 1);
        scene.table("bytes", 3, 9, 4 * MIB);
        scene.table("a", 4, 10, 0);
        scene.table("b", 4, 10, 0);

        assertThat(BucketWeights.of(scene.view(), 5)).containsExactly(0, 1, 11, 4, 4);
    }

    @Test
    void oneTableNeverCountsForMoreThanTheCap() {
        AssignmentScene scene = new AssignmentScene(1);
        scene.table("huge", 0, Long.MAX_VALUE, Long.MAX_VALUE);

        assertThat(BucketWeights.of(scene.view(), 1)).containsExactly(1001);
    }

    @Test
    void tablesOfBucketsThatAreNotThereCountForNothing() {
        AssignmentScene scene = new AssignmentScene(1);
        scene.table("astray", 3, 50, 0);

        assertThat(BucketWeights.of(scene.view(), 1)).containsExactly(0);
    }
}
