package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.DdlMode;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlVerb;
import io.ams.proto.TargetShape;
import io.ams.testkit.SoloReplica;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the reference asks for beyond upstream's tests, about columns: swaps, keys, partitions, defaults, dates, nested fields. */
class ColumnsOverTimeTest {
    private static final DdlPolicies DATES =
            DdlPolicies.newBuilder().setDateToTimestamp(true).build();

    private final SoloReplica replica = Replicas.solo();

    private DdlScene scene(DdlMode mode, int format, DdlPolicies policies) {
        return scene("g", mode, format, policies);
    }

    private DdlScene scene(String group, DdlMode mode, int format, DdlPolicies policies) {
        return new DdlScene(new DdlDriver(() -> replica), group, mode, policies, format, true);
    }

    private DdlScene optimistic(int format) {
        return scene(DdlMode.OPTIMISTIC, format, DdlDriver.policies());
    }

    @Test
    void namesThatAreSwappedAreBoundAnew() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int a:int b:string");
        scene.join("B", "id:int a:int b:string");
        assertThat(scene.announce("A", "a=>b,b=>a")).isEqualTo("APPLIED SKIP SKIP");
        assertThat(scene.target()).isEqualTo("id:int a:int b:string");
        assertThat(scene.bindings("A")).isEqualTo("id->1 b->2 a->3");
        assertThat(scene.bindings("B")).isEqualTo("id->1 a->2 b->3");
        assertThat(scene.announce("A", "b::long")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.target()).isEqualTo("id:int a:long b:string");
        assertThat(scene.announce("B", "a=>b,b=>a")).isEqualTo("APPLIED SKIP SKIP");
        assertThat(scene.bindings("B")).isEqualTo("id->1 b->2 a->3");
    }

    @Test
    void anOldNameIsFreeForAnotherColumn() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int a:int");
        scene.join("B", "id:int a:int");
        assertThat(scene.announce("A", "a=>c")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("A", "+a:string")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.target()).isEqualTo("id:int c:int a:string");
        assertThat(scene.bindings("B")).isEqualTo("id->1 a->2");
        assertThat(scene.fills("B")).isEqualTo("a=NULL");
        assertThat(scene.announce("B", "a=>c +a:string")).isEqualTo("APPLIED SKIP SKIP");
        assertThat(scene.bindings("B")).isEqualTo("id->1 c->2 a->3");
    }

    @Test
    void aDefaultOfACastColumnIsStoredAsAValueOfTheFieldsType() {
        DdlScene scene = optimistic(3);
        scene.join("A", "id:int a:int");
        assertThat(scene.announce("A", "a::string")).isEqualTo("BLOCKED TYPE");
        assertThat(scene.resolve("A", DdlVerb.VERB_SKIP)).startsWith("APPLIED");
        assertThat(scene.announce("A", "a=x")).isEqualTo("APPLIED SKIP !DEFAULT_NOT_STORED");
        assertThat(scene.targetShape().getFields(1).hasWriteDefault()).isFalse();
        assertThat(scene.announce("A", "a=007")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.targetShape().getFields(1).getWriteDefault()).isEqualTo("7");
        assertThat(scene.announce("A", "a=")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.targetShape().getFields(1).hasWriteDefault()).isFalse();
    }

    @Test
    void theSourceOfAPartitionIsNotDroppedUntilTheTableIsPartitionedOtherwise() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int a:int");
        scene.join("B", "id:int a:int");
        scene.changeTable(shape -> shape.toBuilder().addPinnedIds(2).build());
        assertThat(scene.announce("A", "-a")).isEqualTo("APPLIED DEFER");
        assertThat(scene.announce("B", "-a")).isEqualTo("BLOCKED DEPENDENCY");
        assertThat(scene.announce("B", "+b:int")).isEqualTo("QUEUED");
        scene.changeTable(shape -> shape.toBuilder().clearPinnedIds().build());
        assertThat(scene.conflicts()).isEmpty();
        assertThat(scene.state("B")).isEqualTo("ACTIVE");
        assertThat(scene.target()).isEqualTo("id:int b:int");
    }

    private static void withKey(DdlScene scene) {
        scene.changeTable(shape -> shape.toBuilder()
                .addFields(Fields.required(1, "id", "int"))
                .addFields(Fields.required(2, "code", "int"))
                .addIdentifierIds(1)
                .addIdentifierIds(2)
                .setLastFieldId(2)
                .build());
        scene.join("A", "id:int! code:int! pk(id,code)");
        scene.join("B", "id:int! code:int! pk(id,code)");
    }

    @Test
    void aColumnOfTheKeyIsNotDroppedByAnyShardUntilTheKeyIsAnother() {
        DdlScene scene = optimistic(2);
        withKey(scene);
        assertThat(scene.announce("A", "-code")).isEqualTo("BLOCKED DEPENDENCY");
        assertThat(scene.target()).isEqualTo("id:int! code:int!");
        scene.changeTable(shape ->
                shape.toBuilder().clearIdentifierIds().addIdentifierIds(1).build());
        assertThat(scene.state("A")).isEqualTo("ACTIVE");
        assertThat(scene.decision("A", 1)).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.target()).isEqualTo("id:int! code:int");
        assertThat(scene.announce("B", "-code")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.target()).isEqualTo("id:int!");
    }

    @Test
    void aColumnOfTheKeyNeverAllowsNull() {
        DdlScene scene = optimistic(2);
        withKey(scene);
        assertThat(scene.announce("A", "code?")).isEqualTo("BLOCKED DEPENDENCY");
        assertThat(scene.join("C", "id:int! code:int")).isEqualTo("refused DDL_JOIN_CONFLICT");
        assertThat(scene.join("C", "id:int!")).isEqualTo("refused DDL_JOIN_CONFLICT");
        assertThat(scene.joinSkipping("C", "id:int!")).isEqualTo("APPLIED SKIP !KEY_LACKING");
        assertThat(scene.target()).isEqualTo("id:int! code:int!");
        assertThat(scene.resolve("A", DdlVerb.VERB_SKIP)).isEqualTo("APPLIED SKIP !KEY_LACKING");
        assertThat(scene.target()).isEqualTo("id:int! code:int!");
    }

    @Test
    void aKeyAndTheColumnThatLeavesItChangeTogetherAtABarrier() {
        DdlScene scene = scene(DdlMode.PESSIMISTIC, 2, DdlDriver.policies());
        withKey(scene);
        assertThat(scene.announce("A", "pk(id) -code")).isEqualTo("WAITING");
        assertThat(scene.announce("B", "pk(id) -code")).isEqualTo("APPLIED SKIP EXECUTE");
        assertThat(scene.target()).isEqualTo("id:int!");
    }

    @Test
    void onlyFormat3KeepsWhatRowsFromBeforeHave() {
        DdlScene two = optimistic(2);
        two.join("A", "id:int");
        two.join("B", "id:int");
        assertThat(two.announce("A", "+c:int=5")).isEqualTo("APPLIED EXECUTE !LOSSY");
        assertThat(two.target()).isEqualTo("id:int c:int");
        assertThat(two.fills("B")).isEqualTo("c=5");

        DdlScene three = new DdlScene(two.driver(), "three", DdlMode.OPTIMISTIC, DdlDriver.policies(), 3, true);
        three.join("A", "id:int");
        three.join("B", "id:int");
        assertThat(three.announce("A", "+c:int=5")).isEqualTo("APPLIED EXECUTE");
        assertThat(three.target()).isEqualTo("id:int c:int=5");
        assertThat(three.announce("A", "c=7")).isEqualTo("APPLIED EXECUTE");
        assertThat(three.target()).isEqualTo("id:int c:int=5");
        assertThat(three.targetShape().getFields(1).getWriteDefault()).isEqualTo("7");
        assertThat(three.announce("B", "+c:int=7")).isEqualTo("BLOCKED BACKFILL");
        assertThat(three.replace("B", "+c:int=5 c=7")).isEqualTo("APPLIED SKIP SKIP");
    }

    @Test
    void aDateBecomesATimestampOnlyWhereThatIsAllowed() {
        for (int format = 2; format <= 3; format++) {
            for (boolean allowed : new boolean[] {false, true}) {
                DdlScene scene = scene(
                        "dates-" + format + allowed,
                        DdlMode.OPTIMISTIC,
                        format,
                        allowed ? DATES : DdlDriver.policies());
                scene.join("A", "id:int d:date");
                scene.join("B", "id:int d:date");
                boolean grows = allowed && format == 3;
                assertThat(scene.announce("A", "d::timestamp")).isEqualTo(grows ? "APPLIED EXECUTE" : "BLOCKED TYPE");
                assertThat(scene.target()).isEqualTo(grows ? "id:int d:timestamp" : "id:int d:date");
                assertThat(scene.announce("B", "d::timestamptz")).isEqualTo("BLOCKED TYPE");
            }
        }
    }

    @Test
    void aDateThatTheTableIsPartitionedByStaysOne() {
        DdlScene scene = scene(DdlMode.OPTIMISTIC, 3, DATES);
        scene.join("A", "id:int d:date");
        scene.join("B", "id:int");
        scene.changeTable(shape -> shape.toBuilder().addPinnedIds(2).build());
        assertThat(scene.announce("A", "d::timestamp")).isEqualTo("BLOCKED TYPE");
        assertThat(scene.announce("B", "+d:timestamp")).isEqualTo("BLOCKED TYPE");
        scene.changeTable(shape -> shape.toBuilder().clearPinnedIds().build());
        assertThat(scene.conflicts()).isEmpty();
        assertThat(scene.target()).isEqualTo("id:int d:timestamp");
    }

    @Test
    void aConstantOfADateBecomesOneOfATimestamp() {
        DdlScene scene = scene(DdlMode.OPTIMISTIC, 3, DATES);
        scene.join("A", "id:int");
        assertThat(scene.announce("A", "+d:date=2024-02-29")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("A", "d::timestamp")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.target()).isEqualTo("id:int d:timestamp=2024-02-29T00:00:00");
        assertThat(scene.member("A").getSchema().getColumns(1).getDefault().getLiteral())
                .isEqualTo("2024-02-29T00:00:00");
    }

    @Test
    void aDateAndItsMidnightAreTheSameForEarlierRows() {
        DdlScene scene = scene(DdlMode.OPTIMISTIC, 3, DATES);
        scene.join("A", "id:int");
        scene.join("B", "id:int");
        scene.join("C", "id:int");
        scene.announce("A", "+d:date=2024-02-29 +e:timestamp=2024-02-29T00:00:00");
        assertThat(scene.announce("B", "+d:timestamp=2024-02-29T00:00:00")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("B", "+e:date=2024-02-29")).isEqualTo("APPLIED SKIP");
        assertThat(scene.announce("C", "+d:date=2024-02-28")).isEqualTo("BLOCKED BACKFILL");
    }

    @Test
    void aDateThatTheCommonTypeDoesNotReachIsNoNull() {
        DdlScene scene = scene(DdlMode.OPTIMISTIC, 3, DATES);
        scene.join("A", "id:int");
        scene.join("B", "id:int");
        scene.announce("A", "+d:timestamp_ns");
        assertThat(scene.announce("B", "+d:date=0001-01-01")).isEqualTo("BLOCKED BACKFILL");
    }

    @Test
    void aNameThatEnginesTakeForAnotherIsWarnedOf() {
        DdlScene scene = optimistic(3);
        assertThat(scene.join("A", "id:int s:struct<_pos:int>")).isEqualTo("APPLIED EXECUTE EXECUTE");
        assertThat(scene.announce("A", "+_Row_Id:long")).isEqualTo("APPLIED EXECUTE !NAME_RESERVED");
        assertThat(scene.announce("A", "id=>_file")).isEqualTo("APPLIED EXECUTE !NAME_RESERVED");
        scene.join("B", "s:struct<_pos:int>");
        scene.announce("B", "+_file:string");
        assertThat(scene.resolve("B", DdlVerb.VERB_NEW_FIELD)).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("A", "-_file")).isEqualTo("APPLIED EXECUTE !NAME_RESERVED");
    }

    @Test
    void datesAndTheirMidnightsAreOneDefault() {
        DdlScene scene = scene(DdlMode.OPTIMISTIC, 3, DATES);
        scene.join("A", "id:int d:date");
        scene.join("B", "id:int d:timestamp");
        assertThat(scene.announce("A", "d=2024-03-03")).isEqualTo("APPLIED SKIP !DEFAULT_DIVERGED");
        assertThat(scene.announce("B", "d=2024-03-03T00:00:00")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.targetShape().getFields(1).getWriteDefault()).isEqualTo("2024-03-03T00:00:00");
    }

    @Test
    void renamesAtOnceDoNotDependOnTheirOrder() {
        for (String changes : List.of("a=>b,b=>c +a:long", "b=>c,a=>b +a:long")) {
            DdlScene scene = scene("renames-" + changes.charAt(0), DdlMode.OPTIMISTIC, 2, DdlDriver.policies());
            scene.join("A", "a:int b:string");
            assertThat(scene.announce("A", changes)).isEqualTo("APPLIED EXECUTE EXECUTE EXECUTE");
            assertThat(scene.target()).isEqualTo("b:int c:string a:long");
            assertThat(scene.bindings("A")).isEqualTo("b->1 c->2 a->3");
        }
    }

    @Test
    void aNameThatAnotherColumnOfTheShardKeepsIsWarnedOf() {
        DdlScene scene = optimistic(2);
        scene.join("A", "a:int b:int");
        scene.join("B", "a:int b:int");
        scene.announce("A", "b=>z");
        scene.announce("B", "b=>y");
        assertThat(scene.target()).isEqualTo("a:int z:int");
        assertThat(scene.announce("B", "a=>z")).isEqualTo("APPLIED SKIP !NAME_DIVERGED");
    }

    @Test
    void whoWaitsForANameGetsItHoweverItBecomesFree() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int x:int");
        scene.join("B", "id:int");
        scene.announce("B", "+x:string");
        scene.resolve("B", DdlVerb.VERB_NEW_FIELD);
        assertThat(scene.target()).isEqualTo("id:int x:int x__2:string");
        scene.announce("A", "x=>y");
        assertThat(scene.target()).isEqualTo("id:int y:int x:string");

        scene.announce("A", "+x:int");
        scene.resolve("A", DdlVerb.VERB_NEW_FIELD);
        assertThat(scene.target()).isEqualTo("id:int y:int x:string x__2:int");
        scene.changeTable(shape -> shape.toBuilder().removeFields(2).build());
        assertThat(scene.target()).as("by the user's commit alone").isEqualTo("id:int y:int x__2:int");
        scene.announce("B", "+z:int");
        assertThat(scene.target()).isEqualTo("id:int y:int x:int z:int");
    }

    @Test
    void aNameThatAUserGaveStays() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int x:int");
        scene.join("B", "id:int");
        scene.announce("B", "+x:string");
        scene.resolve("B", DdlVerb.VERB_NEW_FIELD);
        scene.changeTable(shape -> {
            TargetShape.Builder changed = shape.toBuilder();
            changed.getFieldsBuilder(2).setName("text");
            return changed.build();
        });
        assertThat(scene.announce("A", "-x")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.target()).isEqualTo("id:int text:string");
    }

    @Test
    void aConflictOfAPartSaysWhichPart() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int s:struct<x:int,t:struct<y:int>>");
        scene.join("B", "id:int");
        assertThat(scene.announce("B", "+s:struct<x:int,t:struct<y:string>>")).isEqualTo("BLOCKED STRUCTURE");
        assertThat(scene.conflictRows().get(0).getClash().getDetail())
                .isEqualTo("'t' in it: 'y' in it: string and int have no common type that Iceberg can promote to");
    }

    @Test
    void fieldsInsideComeAndGoLikeColumns() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int s:struct<x:int>");
        scene.join("B", "id:int s:struct<x:int>");
        assertThat(scene.announce("A", "+s.y:string")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.target()).isEqualTo("id:int s:struct<x:int,y:string>");
        assertThat(scene.fills("B")).isEqualTo("s.y=NULL");
        assertThat(scene.announce("B", "s::struct<x:long,y:string>")).isEqualTo("APPLIED EXECUTE SKIP");
        assertThat(scene.announce("A", "-s.x")).isEqualTo("APPLIED DEFER");
        assertThat(scene.announce("B", "-s.x")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.target()).isEqualTo("id:int s:struct<y:string>");
        assertThat(scene.announce("A", "+s.y:string")).isEqualTo("refused DDL_CHANGE_INVALID");
        assertThat(scene.announce("A", "-s.y")).isEqualTo("refused DDL_CHANGE_INVALID");
        assertThat(scene.announce("B", "+l:list<struct<p:int>>")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("A", "+l:list<struct<p:int,q:int>>")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.target()).isEqualTo("id:int s:struct<y:string> l:list<element:struct<p:int,q:int>>");
    }

    @Test
    void theKeyOfAMapStaysAsItIs() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int m:map<int,int> s:map<struct<x:int>,int>");
        scene.join("B", "id:int m:map<int,int> s:map<struct<x:int>,int>");
        assertThat(scene.announce("A", "m::map<int,long>")).isEqualTo("APPLIED EXECUTE");
        assertThat(scene.announce("A", "m::map<long,long>")).isEqualTo("BLOCKED STRUCTURE");
        assertThat(scene.resolve("A", DdlVerb.VERB_SKIP)).isEqualTo("APPLIED SKIP !CAST");
        assertThat(scene.announce("B", "+s.key.y:int")).isEqualTo("BLOCKED STRUCTURE");
        assertThat(scene.replace("B", "#nothing")).isEqualTo("APPLIED NO_OP");
        assertThat(scene.target()).isEqualTo("id:int m:map<key:int!,value:long> s:map<key:struct<x:int>!,value:int>");
    }

    @Test
    void thePartOfAListGetsNoFieldBesideIt() {
        DdlScene scene = optimistic(2);
        scene.join("A", "id:int l:list<int>");
        scene.join("B", "id:int l:list<int>");
        assertThat(scene.announce("A", "l::list<string>")).isEqualTo("BLOCKED TYPE");
        assertThat(scene.resolve("A", DdlVerb.VERB_NEW_FIELD)).isEqualTo("APPLIED SKIP !CAST");
        assertThat(scene.target()).isEqualTo("id:int l:list<element:int>");
        assertThat(scene.bindings("A")).isEqualTo("id->1 l->2 l.element->3~");
    }
}
