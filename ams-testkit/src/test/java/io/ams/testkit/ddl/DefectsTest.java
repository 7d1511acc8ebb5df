package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlVerb;
import io.ams.raft.Submission;
import io.ams.testkit.SoloReplica;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The defects R1 to R9 that the reference found upstream by reading, and what happens here in their place. */
class DefectsTest {
    private final SoloReplica replica = Replicas.solo();
    private final DdlDriver driver = new DdlDriver(() -> replica);

    private DdlScene scene(String group, DdlMode mode, int format) {
        return new DdlScene(driver, group, mode, DdlDriver.policies(), format, false);
    }

    private DdlScene optimistic(int format) {
        return scene("g", DdlMode.OPTIMISTIC, format);
    }

    @Test
    void r1TheOrderInWhichShardsAreJoinedMakesNoDifference() {
        List<String> schemas = List.of("id:int c:int!", "id:int", "id:int c:int!=5");
        List<List<Integer>> orders = List.of(
                List.of(0, 1, 2),
                List.of(0, 2, 1),
                List.of(1, 0, 2),
                List.of(1, 2, 0),
                List.of(2, 0, 1),
                List.of(2, 1, 0));
        for (List<Integer> order : orders) {
            DdlScene scene = scene("order-" + orders.indexOf(order), DdlMode.OPTIMISTIC, 3);
            for (int shard : order) {
                assertThat(scene.join("S" + shard, schemas.get(shard))).startsWith("APPLIED");
            }
            assertThat(scene.target()).as("order %s", order).isEqualTo("id:int c:int");
        }
    }

    @Test
    void r2ADefaultThatOnlyTheSecondShardHasIsNeverLostSilently() {
        DdlScene withDefaults = optimistic(3);
        withDefaults.join("A", "id:int");
        withDefaults.join("B", "id:int");
        assertThat(withDefaults.announce("A", "+c:int")).isEqualTo("APPLIED EXECUTE");
        assertThat(withDefaults.announce("B", "+c:int=5")).isEqualTo("BLOCKED BACKFILL");

        DdlScene without = scene("v2", DdlMode.OPTIMISTIC, 2);
        without.join("A", "id:int");
        without.join("B", "id:int");
        assertThat(without.announce("A", "+c:int")).isEqualTo("APPLIED EXECUTE");
        assertThat(without.announce("B", "+c:int=5")).isEqualTo("APPLIED SKIP !LOSSY");
        assertThat(without.events()).contains("LOSSY");
    }

    @Test
    void r3NothingIsIgnoredBecauseItsNameIsThereAlready() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int");
        scene.join("B", "id:int");
        scene.announce("A", "#index-i-on-id +c:int");
        assertThat(scene.announce("B", "#index-i-on-c")).isEqualTo("APPLIED NO_OP");
        assertThat(scene.announce("B", "+c:string")).isEqualTo("BLOCKED TYPE");
        assertThat(scene.announce("A", 1, "#index-i-on-id +c:string")).isEqualTo("refused DDL_SEQ_MISMATCH");
    }

    @Test
    void r4ASchemaOfBeforeThatIsNotOursChangesNothing() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int a:int");
        scene.announce("A", "+c:int");
        List<String> before = GroupPicture.of(scene);
        assertThat(scene.announceFrom("A", "id:int a:int", "+d:int")).isEqualTo("refused DDL_RESYNC_REQUIRED");
        assertThat(GroupPicture.of(scene)).isEqualTo(before);
        assertThat(scene.announceFrom("A", "id:int a:int c:int", "+d:int")).isEqualTo("APPLIED EXECUTE");
    }

    @Test
    void r5DecisionAndSchemaAreOneEntryAndNothingIsDoneByHalves() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int");
        List<String> before = GroupPicture.of(scene);
        DdlAnnounce withoutCommit = DdlAnnounce.newBuilder()
                .setGroup("g")
                .setShard("A")
                .setSeq(1)
                .addAllChanges(ChangeText.changes("+c:int"))
                .build();
        assertThat(replica.submit(Operations.DDL_ANNOUNCE, withoutCommit, Submission.by("test"))
                        .toCompletableFuture()
                        .join()
                        .failedWith(ErrorCode.DDL_STALE_PLAN))
                .isTrue();
        assertThat(GroupPicture.of(scene)).isEqualTo(before);

        long index = replica.status().appliedIndex();
        assertThat(scene.announce("A", "+c:int")).isEqualTo("APPLIED EXECUTE");
        assertThat(replica.status().appliedIndex()).isEqualTo(index + 1);
        assertThat(scene.target()).isEqualTo("id:int c:int");
        assertThat(scene.decisionRow("A", 1).orElseThrow().getDecidedAtIndex()).isEqualTo(index + 1);
    }

    @Test
    void r6AConflictBlocksOneShardOfOneTable() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int");
        scene.join("B", "id:int");
        scene.beside().join("B", "id:int");
        scene.announce("A", "+c:int");
        assertThat(scene.announce("B", "+c:string")).isEqualTo("BLOCKED TYPE");
        assertThat(scene.announce("B", "+d:int")).isEqualTo("QUEUED");
        assertThat(scene.announce("A", "+d:int")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.beside().announce("B", "+c:string")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.resolve("B", DdlVerb.VERB_SKIP)).isEqualTo("APPLIED SKIP !CAST");
        assertThat(scene.decision("B", 2)).isEqualTo("APPLIED SKIP");
    }

    @Test
    void r7ChangesAreComparedInTheirOrderAndOneByOne() {
        for (String pair :
                List.of("+x:int +y:int|+y:int +x:int", "a=1 a=2|a=1 a=1", "a=1 a=1|a=1 a=2", "a=1|a=1 a=1")) {
            String[] sides = pair.split("[|]", -1);
            DdlScene scene = scene("g" + pair.hashCode(), DdlMode.PESSIMISTIC, 2);
            scene.join("A", "id:int a:int");
            scene.join("B", "id:int a:int");
            assertThat(scene.announce("A", sides[0])).isEqualTo("WAITING");
            assertThat(scene.announce("B", sides[1])).as("%s", pair).isEqualTo("BLOCKED MISMATCH");
        }
    }

    @Test
    void r8OfAnAnnouncementInConflictNothingIsDone() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int c:int");
        scene.join("B", "id:int c:int");
        assertThat(scene.announce("A", "+x:int c::string")).isEqualTo("BLOCKED TYPE");
        assertThat(scene.target()).isEqualTo("id:int c:int");
        assertThat(scene.bindings("A")).isEqualTo("id->1 c->2");
        assertThat(scene.announce("B", "+x:int")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.bindings("A")).isEqualTo("id->1 c->2");
    }

    @Test
    void r9AConflictIsAStateThatWaitsForAReasonAndNotAnErrorThatIsTriedAgain() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int c:int");
        scene.join("B", "id:int c:int");
        assertThat(scene.announce("A", "c::string")).isEqualTo("BLOCKED TYPE");
        List<String> before = GroupPicture.of(scene);
        assertThat(scene.announce("A", 1, "c::string")).isEqualTo("BLOCKED TYPE");
        assertThat(GroupPicture.of(scene)).isEqualTo(before);
        List<String> events = scene.events();
        assertThat(scene.announce("B", "+d:int")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.events()).isEqualTo(events);
        assertThat(scene.conflicts()).containsExactly("A TYPE");
    }
}
