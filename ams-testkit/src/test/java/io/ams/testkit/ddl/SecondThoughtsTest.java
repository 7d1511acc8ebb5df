package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.DdlMode;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlRenamePolicy;
import io.ams.proto.DdlVerb;
import io.ams.testkit.SoloReplica;
import org.junit.jupiter.api.Test;

/** What the comparison with the reference model found. */
class SecondThoughtsTest {
    private static DdlScene optimistic(DdlPolicies policies) {
        SoloReplica replica = Replicas.solo();
        return new DdlScene(new DdlDriver(() -> replica), "g", DdlMode.OPTIMISTIC, policies, 2, true);
    }

    private static DdlScene pessimistic() {
        SoloReplica replica = Replicas.solo();
        return new DdlScene(new DdlDriver(() -> replica), "g", DdlMode.PESSIMISTIC, DdlDriver.policies(), 2, false);
    }

    @Test
    void aFieldThatAColumnWasTakenFromHoldsItsOldRowsStill() {
        DdlScene scene = optimistic(DdlDriver.policies());
        scene.join("A", "id:int c:int");
        scene.join("B", "id:int c:int");
        scene.announce("A", "c::string");
        assertThat(scene.resolve("A", DdlVerb.VERB_NEW_FIELD)).isEqualTo("APPLIED EXECUTE !LOSSY");
        scene.announce("A", "-c");

        assertThat(scene.announce("A", "+c:int")).isEqualTo("BLOCKED READD");
    }

    @Test
    void aNameThatShardsGiveToAFieldFreesWhatWaitsForIt() {
        DdlScene scene = optimistic(
                DdlPolicies.newBuilder().setRename(DdlRenamePolicy.RENAME_NEVER).build());
        scene.join("A", "id:int e:int");
        scene.join("B", "id:int e:int x:int");
        scene.announce("A", "e=>y");
        assertThat(scene.announce("A", "+e:int")).isEqualTo("BLOCKED NAME_COLLISION");

        assertThat(scene.announce("B", "x=>e,e=>x")).isEqualTo("APPLIED SKIP SKIP");

        assertThat(scene.conflicts()).isEmpty();
        assertThat(scene.bindings("A")).isEqualTo("id->1 y->2 e->3");
    }

    @Test
    void whatGoesWithOneChangeIsGoneForTheNext() {
        DdlScene scene = optimistic(DdlDriver.policies());
        scene.join("A", "id:int e:int");

        assertThat(scene.announce("A", "-e +e:string")).isEqualTo("APPLIED EXECUTE EXECUTE");
        assertThat(scene.target()).isEqualTo("id:int e:string");
        assertThat(scene.bindings("A")).isEqualTo("id->1 e->3");
    }

    @Test
    void columnsThatSwapTheirNamesSwapThemInThePrimaryKeyToo() {
        DdlScene scene = optimistic(DdlDriver.policies());
        scene.join("A", "a:int b:int pk(a)");

        scene.announce("A", "a=>b,b=>a");

        assertThat(scene.member("A").getSchema().getIdentifier().getColumns(0).getNames(0))
                .isEqualTo("b");
    }

    @Test
    void whatWaitsAndFitsTheSchemaNoMoreIsDroppedBySkipping() {
        DdlScene scene = pessimistic();
        scene.join("A", "id:int");
        scene.join("B", "id:int");
        scene.announce("A", "+c:int");
        scene.announce("A", "c::long");
        scene.replace("A", "+d:int");
        assertThat(scene.announce("B", "+d:int")).isEqualTo("APPLIED SKIP");
        assertThat(scene.state("A")).isEqualTo("WAITING");

        assertThat(scene.resolve("A", DdlVerb.VERB_SKIP)).isEqualTo("SUPERSEDED");
        assertThat(scene.state("A")).isEqualTo("ACTIVE");
    }

    @Test
    void aCastThatSkippingBringsIsWarnedOf() {
        DdlScene scene = pessimistic();
        scene.join("A", "c:int");
        scene.join("B", "c:int");
        scene.announce("A", "c::long");

        assertThat(scene.resolve("A", DdlVerb.VERB_SKIP)).isEqualTo("APPLIED SKIP !CAST");
        assertThat(scene.bindings("A")).isEqualTo("c->1~");
    }

    @Test
    void aSchemaThatIsSetHasNoEarlierRows() {
        DdlScene scene = optimistic(DdlDriver.policies());
        scene.join("A", "id:int c:int");
        scene.join("B", "id:int");

        assertThat(scene.setSchema("B", "id:int c:int=now()")).isEqualTo("APPLIED SKIP");
    }

    @Test
    void aBarrierThatMovesUpLooksForThoseWhoHaveItAlready() {
        DdlScene scene = pessimistic();
        scene.join("A", "id:int c:int y:int");
        scene.join("B", "id:int");
        scene.join("C", "id:int c:int");
        assertThat(scene.announce("C", "+y:int")).isEqualTo("WAITING");
        assertThat(scene.announce("A", "-c")).isEqualTo("WAITING");

        scene.leave("C");

        assertThat(scene.state("A")).isEqualTo("ACTIVE");
        assertThat(scene.target()).isEqualTo("id:int y:int");
    }

    @Test
    void aShardThatCannotMakeOneOfTheChangesIsNotWaitedFor() {
        DdlScene scene = pessimistic();
        scene.join("A", "id:int e:int");
        scene.join("B", "e:int");

        assertThat(scene.announce("A", "-e +b:int")).isEqualTo("APPLIED DEFER EXECUTE");
    }

    @Test
    void droppingAndAddingAgainAtABarrierEndsWithANewField() {
        DdlScene scene = pessimistic();
        scene.join("A", "id:int c:int");
        scene.join("B", "id:int c:int");
        scene.announce("A", "-c +c:int");
        assertThat(scene.announce("B", "-c +c:int")).isEqualTo("WAITING");
        assertThat(scene.conflicts()).isNotEmpty();

        assertThat(scene.resolve("A", DdlVerb.VERB_NEW_FIELD)).startsWith("APPLIED DEFER EXECUTE");

        assertThat(scene.bindings("A")).isEqualTo("id->1 c->3");
        assertThat(scene.bindings("B")).isEqualTo("id->1 c->3");
        assertThat(scene.target()).isEqualTo("id:int c:int");
    }

    @Test
    void aDefaultThatOnlyTheTypeSpellsOtherwiseIsNoOtherDefault() {
        DdlScene scene = optimistic(DdlDriver.policies());
        scene.join("A", "id:int c:int=7");
        scene.join("B", "id:int c:int=7");

        assertThat(scene.setSchema("B", "id:int c:decimal(9,2)=7")).isEqualTo("APPLIED SKIP !CAST");
    }
}
