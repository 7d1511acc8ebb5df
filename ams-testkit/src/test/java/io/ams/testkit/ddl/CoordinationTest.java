package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.DdlMode;
import io.ams.proto.DdlVerb;
import io.ams.testkit.SoloReplica;
import org.junit.jupiter.api.Test;

class CoordinationTest {
    private final SoloReplica replica = Replicas.solo();

    private DdlScene scene(DdlMode mode, int format) {
        return new DdlScene(new DdlDriver(() -> replica), "g", mode, DdlDriver.policies(), format, true);
    }

    @Test
    void optimisticGrowsWithTheFirstAndShrinksWithTheLast() {
        DdlScene scene = scene(DdlMode.OPTIMISTIC, 2);
        assertThat(scene.join("A", "id:int")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.join("B", "id:int")).isEqualTo("APPLIED SKIP");
        assertThat(scene.announce("A", "+c:int")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.bindings("A")).isEqualTo("id->1 c->2");
        assertThat(scene.fills("B")).isEqualTo("c=NULL");
        assertThat(scene.announce("B", "+c:int")).isEqualTo("APPLIED SKIP");
        assertThat(scene.announce("A", "-c")).isEqualTo("APPLIED DEFER");
        assertThat(scene.announce("A", "+c:int")).isEqualTo("BLOCKED READD");
        assertThat(scene.announce("A", "+d:int")).isEqualTo("QUEUED");
        assertThat(scene.conflicts()).containsExactly("A READD");
        assertThat(scene.announce("B", "-c")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.conflicts()).isEmpty();
        assertThat(scene.state("A")).isEqualTo("ACTIVE");
        assertThat(scene.target()).isEqualTo("id:int c:int d:int");
        assertThat(scene.announce("B", "+c:string")).isEqualTo("BLOCKED TYPE");
        assertThat(scene.resolve("B", DdlVerb.VERB_NEW_FIELD)).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.target()).isEqualTo("id:int c:int d:int c__2:string");
        assertThat(scene.announce("A", "c::string")).isEqualTo("APPLIED SKIP !LOSSY");
        assertThat(scene.target()).isEqualTo("id:int d:int c:string");
    }

    @Test
    void pessimisticWaitsForAll() {
        DdlScene scene = scene(DdlMode.PESSIMISTIC, 2);
        scene.join("A", "id:int");
        scene.join("B", "id:int");
        scene.join("C", "id:int");
        assertThat(scene.announce("A", "+c:int")).isEqualTo("WAITING");
        assertThat(scene.announce("A", "-c")).isEqualTo("WAITING");
        assertThat(scene.announce("A", "+c:int")).isEqualTo("WAITING");
        assertThat(scene.announce("B", "+c:int")).isEqualTo("WAITING");
        assertThat(scene.target()).isEqualTo("id:int");
        assertThat(scene.announce("C", "+c:long")).isEqualTo("BLOCKED MISMATCH");
        assertThat(scene.replace("C", "+c:int")).isEqualTo("APPLIED SKIP");
        assertThat(scene.target()).isEqualTo("id:int c:int");
        assertThat(scene.announce("B", "-c")).isEqualTo("WAITING");
        assertThat(scene.leave("C")).isEqualTo("APPLIED");
        assertThat(scene.target()).isEqualTo("id:int");
        assertThat(scene.resolve("A", DdlVerb.VERB_SKIP)).isEqualTo("APPLIED IGNORED");
        assertThat(scene.announce("B", "+c:int")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.state("A")).isEqualTo("ACTIVE");
    }
}
