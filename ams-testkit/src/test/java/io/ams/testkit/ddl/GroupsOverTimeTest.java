package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.BindingClaim;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlVerb;
import io.ams.proto.TableCommit;
import io.ams.proto.TableCommitted;
import io.ams.proto.TableRow;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import io.ams.testkit.SoloReplica;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the reference asks for beyond upstream's tests, about numbers, members, modes, users of the table, writers and size. */
class GroupsOverTimeTest {
    private static final int SHARDS = 250;

    private final SoloReplica replica = Replicas.solo();
    private final DdlDriver driver = new DdlDriver(() -> replica);

    private DdlScene scene(DdlMode mode) {
        return new DdlScene(driver, "g", mode, DdlDriver.policies(), 2, true);
    }

    @Test
    void announcementsAreTakenOnceAndInTheirOrder() {
        DdlScene scene = scene(DdlMode.OPTIMISTIC);
        scene.join("A", "id:int");
        assertThat(scene.announce("A", 2, "+d:int")).isEqualTo("refused DDL_SEQ_GAP");
        assertThat(scene.announce("A", 0, "+d:int")).isEqualTo("refused BAD_REQUEST");
        assertThat(scene.announce("A", 1, "+c:int")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("A", 2, "+d:int")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("A", 1, "+c:int")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("A", 1, "+d:int")).isEqualTo("refused DDL_SEQ_MISMATCH");
        assertThat(scene.announce("A", 4, "+e:int")).isEqualTo("refused DDL_SEQ_GAP");
        assertThat(scene.acknowledge("A", 1)).doesNotStartWith("refused");
        assertThat(scene.announce("A", 1, "+c:int")).isEqualTo("refused DDL_SEQ_ACKNOWLEDGED");
        assertThat(scene.announce("A", 2, "+d:int")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("B", 1, "+c:int")).isEqualTo("refused DDL_MEMBER_NOT_FOUND");
        assertThat(scene.target()).isEqualTo("id:int c:int d:int");
    }

    @Test
    void epochsOfADroppedGroupNeverComeAgain() {
        DdlScene before = scene(DdlMode.OPTIMISTIC);
        before.join("A", "id:int");
        before.join("B", "id:int");
        assertThat(before.announce("B", "+c:int")).isEqualTo("APPLIED EXECUTE");
        long latest = before.member("B").getBindingEpoch();
        assertThat(latest).isGreaterThan(before.member("A").getBindingEpoch());
        assertThat(before.drop()).isEqualTo("ok");

        DdlScene after = before.beside();
        after.join("A", "id:int");
        assertThat(after.member("A").getBindingEpoch()).isGreaterThan(latest);
        long later = after.member("A").getBindingEpoch();
        assertThat(after.drop()).isEqualTo("ok");

        DdlScene last = after.beside();
        assertThat(last.drop()).isEqualTo("ok");
        DdlScene next = last.beside();
        next.join("A", "id:int");
        assertThat(next.member("A").getBindingEpoch()).isGreaterThan(later);
    }

    @Test
    void whatWasReplacedIsKnownUnderBothFormsWhenItComesAgain() {
        DdlScene scene = scene(DdlMode.OPTIMISTIC);
        scene.join("A", "id:int c:int");
        assertThat(scene.announce("A", "c::string")).isEqualTo("BLOCKED TYPE");
        assertThat(scene.replace("A", "c::long")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("A", 1, "c::string")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("A", 1, "c::long")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("A", 1, "c::double")).isEqualTo("refused DDL_SEQ_MISMATCH");
    }

    @Test
    void theOnlyShardThatBlocksLeavesAndTheOthersGoOn() {
        DdlScene scene = scene(DdlMode.PESSIMISTIC);
        scene.join("A", "id:int");
        scene.join("B", "id:int");
        scene.join("C", "id:int");
        scene.announce("A", "+c:int");
        scene.announce("C", "+c:int");
        assertThat(scene.announce("B", "+d:int")).isEqualTo("BLOCKED MISMATCH");
        assertThat(scene.leave("B")).isEqualTo("APPLIED");
        assertThat(scene.target()).isEqualTo("id:int c:int");
        assertThat(scene.conflicts()).isEmpty();
        assertThat(scene.state("A")).isEqualTo("ACTIVE");
        assertThat(scene.state("C")).isEqualTo("ACTIVE");
    }

    @Test
    void theModeStaysWhileSomethingWaitsOrIsBlocked() {
        DdlScene scene = scene(DdlMode.OPTIMISTIC);
        scene.join("A", "id:int c:int");
        assertThat(scene.announce("A", "c::string")).isEqualTo("BLOCKED TYPE");
        assertThat(scene.configure(DdlMode.PESSIMISTIC)).isEqualTo("refused DDL_PENDING");
        assertThat(scene.configure(DdlMode.OPTIMISTIC)).isEqualTo("ok");
        assertThat(scene.resolve("A", DdlVerb.VERB_SKIP)).isEqualTo("APPLIED SKIP !CAST");
        assertThat(scene.configure(DdlMode.PESSIMISTIC)).isEqualTo("ok");
        scene.join("B", "id:int");
        assertThat(scene.announce("A", "+d:int")).isEqualTo("WAITING");
        assertThat(scene.configure(DdlMode.OPTIMISTIC)).isEqualTo("refused DDL_PENDING");
        assertThat(scene.announce("B", "+d:int")).isEqualTo("APPLIED SKIP");
        assertThat(scene.configure(DdlMode.STRICT_OPTIMISTIC)).isEqualTo("ok");
        assertThat(scene.announce("B", "+c:string")).isEqualTo("REJECTED TYPE");
    }

    @Test
    void whatUsersDoToTheTableIsNoticedAndJoined() {
        DdlScene scene = scene(DdlMode.OPTIMISTIC);
        scene.join("A", "id:int a:int b:int");
        scene.join("B", "id:int a:int b:int");
        long epoch = scene.member("A").getBindingEpoch();
        scene.changeTable(shape -> Fields.with(shape, "u", "int"));
        assertThat(scene.fills("A")).isEqualTo("u=NULL");
        assertThat(scene.announce("A", "+u:int")).isEqualTo("APPLIED SKIP");
        scene.changeTable(shape -> Fields.changed(
                shape, "a", field -> field.toBuilder().setName("renamed").build()));
        assertThat(scene.bindings("A")).isEqualTo("id->1 a->2 b->3 u->4");
        assertThat(scene.join("C", "id:int a:int")).isEqualTo("APPLIED SKIP SKIP");
        assertThat(scene.bindings("C")).isEqualTo("id->1 a->2");
        scene.changeTable(shape -> Fields.changed(
                shape, "renamed", field -> field.toBuilder().setType("long").build()));
        assertThat(scene.announce("A", "a::long")).isEqualTo("APPLIED SKIP");
        scene.changeTable(shape -> Fields.without(shape, "b"));
        assertThat(scene.target()).isEqualTo("id:int renamed:long u:int");
        assertThat(scene.bindings("A")).isEqualTo("id->1 a->2 b->0 u->4");
        assertThat(scene.member("A").getBindingEpoch()).isGreaterThan(epoch + 1);
        assertThat(scene.announce("A", "-b")).isEqualTo("APPLIED NO_OP");
        assertThat(scene.events()).contains("TARGET_CHANGED");
        driver.read(view -> GroupInvariants.check(view, "g"));
    }

    @Test
    void aUserOfTheTableCanEndAConflict() {
        DdlScene scene = scene(DdlMode.OPTIMISTIC);
        scene.join("A", "id:int a:int");
        scene.join("B", "id:int a:int");
        scene.changeTable(shape -> Fields.with(shape, "u", "int"));
        assertThat(scene.announce("A", "a=>u")).isEqualTo("BLOCKED NAME_COLLISION");
        scene.changeTable(shape -> Fields.changed(
                shape, "u", field -> field.toBuilder().setName("v").build()));
        assertThat(scene.state("A")).isEqualTo("ACTIVE");
        assertThat(scene.target()).isEqualTo("id:int u:int v:int");
    }

    private Reply<TableCommitted> commit(String shard, long epoch) {
        TableRow table = driver.read(view -> view.get(Columns.TABLES, "uuid-g")).orElseThrow();
        TableCommit commit = TableCommit.newBuilder()
                .setUuid(table.getUuid())
                .setExpectedVersion(table.getVersion())
                .setLocation(table.getLocation())
                .setMetadataLocation(table.getLocation() + "/metadata/data-" + shard + epoch + ".json")
                .addBindings(
                        BindingClaim.newBuilder().setGroup("g").setShard(shard).setBindingEpoch(epoch))
                .build();
        return replica.submit(Operations.TABLE_COMMIT, commit, Submission.by("writer"))
                .toCompletableFuture()
                .join();
    }

    @Test
    void aWriterThatGoesByOldBindingsIsKeptOut() {
        DdlScene scene = scene(DdlMode.OPTIMISTIC);
        scene.join("A", "id:int");
        scene.join("B", "id:int");
        long old = scene.member("A").getBindingEpoch();
        assertThat(commit("A", old).isAccepted()).isTrue();
        scene.announce("A", "+c:int");
        assertThat(commit("A", old).failedWith(ErrorCode.DDL_BINDING_STALE)).isTrue();
        assertThat(commit("A", scene.member("A").getBindingEpoch()).isAccepted())
                .isTrue();
        assertThat(commit("B", scene.member("B").getBindingEpoch()).isAccepted())
                .isTrue();
        assertThat(commit("C", 1).failedWith(ErrorCode.DDL_BINDING_STALE)).isTrue();
        scene.leave("B");
        assertThat(commit("B", scene.member("B").getBindingEpoch()).failedWith(ErrorCode.DDL_BINDING_STALE))
                .isTrue();
    }

    @Test
    void aShardThatComesUnderTheNameOfARenamedOneHasAnotherEpoch() {
        DdlScene scene = scene(DdlMode.OPTIMISTIC);
        scene.join("A", "id:int a:int");
        long old = scene.member("A").getBindingEpoch();
        assertThat(scene.rebind("A", "A2")).isEqualTo("APPLIED");
        assertThat(commit("A", old).failedWith(ErrorCode.DDL_BINDING_STALE)).isTrue();
        scene.join("A", "id:int");
        assertThat(scene.member("A").getBindingEpoch()).isGreaterThan(old);
        assertThat(commit("A", old).failedWith(ErrorCode.DDL_BINDING_STALE)).isTrue();
    }

    @Test
    void hundredsOfShardsOfTwoHundredColumnsChangeTogether() {
        DdlScene scene = new DdlScene(driver, "g", DdlMode.OPTIMISTIC, DdlDriver.policies(), 2, false);
        String columns = IntStream.range(0, 200).mapToObj(i -> "c" + i + ":int").collect(Collectors.joining(" "));
        for (int shard = 0; shard < SHARDS; shard++) {
            scene.join("S" + shard, columns);
        }
        for (int shard = 0; shard < SHARDS; shard++) {
            assertThat(scene.announce("S" + shard, "-c7 +d:int"))
                    .isEqualTo(
                            shard == 0
                                    ? "APPLIED DEFER EXECUTE"
                                    : shard == SHARDS - 1 ? "APPLIED EXECUTE SKIP" : "APPLIED DEFER SKIP");
        }
        assertThat(scene.targetShape().getFieldsCount()).isEqualTo(200);
        assertThat(scene.fills("S" + (SHARDS - 1))).isEmpty();
        driver.read(view -> GroupInvariants.check(view, "g"));
    }
}
