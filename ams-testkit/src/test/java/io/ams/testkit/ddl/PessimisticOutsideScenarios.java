package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.DdlVerb;
import io.ams.proto.TargetShape;
import java.util.List;
import java.util.stream.Stream;

/** Scenarios of the pessimistic mode in which something else happens than announcements: restarts, operators, members, what has no effect. */
final class PessimisticOutsideScenarios {
    private PessimisticOutsideScenarios() {}

    static List<Scenario> all() {
        return Stream.of(operators(), owners(), members(), withoutEffect(), keys(), late())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Scenario> operators() {
        return List.of(
                Scenario.pessimistic("P13", "a mismatch is there as it was, whoever leads")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "WAITING")
                        .announce("B", "+d:int", "BLOCKED MISMATCH")
                        .step(scene -> assertThat(scene.state("A")).isEqualTo("WAITING"))
                        .conflicts("B MISMATCH")
                        .see(scene -> Clashes.assertSides(scene, "add c int", "add d int"))
                        .again("B", 1, "+d:int", "BLOCKED MISMATCH")
                        .conflicts("B MISMATCH"),
                Scenario.pessimistic("P15", "a group that is dropped leaves nothing that waits")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "WAITING")
                        .announce("B", "+d:int", "BLOCKED MISMATCH")
                        .step(scene -> assertThat(scene.drop()).isEqualTo("ok"))
                        .see(scene -> assertThat(GroupPicture.of(scene)).isEmpty())
                        .announce("A", "+c:int", "refused DDL_GROUP_NOT_FOUND"),
                Scenario.pessimistic("P16", "what waits can be ended though no source is running")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "WAITING")
                        .resolve("A", DdlVerb.VERB_SKIP, "APPLIED IGNORED")
                        .target("id:int")
                        .state("A", "ACTIVE")
                        .settled(),
                Scenario.pessimistic("P17/before", "a shard that never announces is detached before anybody announced")
                        .joined("id:int", "A", "B", "C")
                        .resolve("C", DdlVerb.VERB_DETACH, "APPLIED")
                        .announce("A", "+c:int", "WAITING")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .state("C", "LEFT")
                        .settled(),
                Scenario.pessimistic(
                                "P17/after", "a shard that never announces is detached: what waited for it is applied")
                        .joined("id:int", "A", "B", "C")
                        .announce("A", "+c:int", "WAITING")
                        .announce("B", "+c:int", "WAITING")
                        .target("id:int")
                        .resolve("C", DdlVerb.VERB_DETACH, "APPLIED")
                        .target("id:int c:int")
                        .decision("A", 1, "APPLIED EXECUTE")
                        .decision("B", 1, "APPLIED SKIP")
                        .state("C", "LEFT")
                        .settled());
    }

    /** What upstream has owners for. */
    private static List<Scenario> owners() {
        return List.of(
                Scenario.pessimistic("P18", "no owner: the shard that announced first may leave, another is named then")
                        .joined("id:int", "A", "B", "C")
                        .announce("A", "+c:int", "WAITING")
                        .announce("B", "+c:int", "WAITING")
                        .leave("A", "APPLIED")
                        .target("id:int")
                        .announce("C", "+d:int", "BLOCKED MISMATCH")
                        .see(scene -> assertThat(
                                        scene.conflictRows().get(0).getClash().getDetail())
                                .contains("shard B announced"))
                        .replace("C", "+c:int", "APPLIED SKIP")
                        .target("id:int c:int")
                        .settled(),
                Scenario.pessimistic(
                                "P19", "no owner that must answer: the last announcement is also the change itself")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "WAITING")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .target("id:int c:int")
                        .announce("B", "+d:int", "WAITING")
                        .announce("A", "+d:int", "APPLIED EXECUTE")
                        .target("id:int c:int d:int")
                        .settled());
    }

    private static List<Scenario> members() {
        return List.of(
                Scenario.pessimistic("P22/DM_020", "a shard's table is renamed: it goes on under the new name")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "WAITING")
                        .rebind("A", "A2", "APPLIED")
                        .state("A2", "WAITING")
                        .again("A2", 1, "+c:int", "WAITING")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .bindings("A2", "id->1 c->2")
                        .settled(),
                Scenario.pessimistic("P22/DM_021", "a shard's table cannot take the name of another shard's")
                        .joined("id:int", "A", "B")
                        .rebind("A", "B", "refused DDL_MEMBER_EXISTS")
                        .state("A", "ACTIVE"),
                Scenario.pessimistic(
                                "P22/DM_022", "two tables renamed in one statement are renamed one after the other")
                        .joined("id:int", "A", "B")
                        .rebind("A", "A2", "APPLIED")
                        .rebind("B", "B2", "APPLIED")
                        .announce("A2", "+c:int", "WAITING")
                        .announce("B2", "+c:int", "APPLIED SKIP")
                        .settled(),
                Scenario.pessimistic("P22/DM_023", "two tables swap their names by way of a third")
                        .joined("id:int", "A")
                        .joined("id:int b:int", "B")
                        .rebind("A", "T", "APPLIED")
                        .rebind("B", "A", "APPLIED")
                        .rebind("T", "B", "APPLIED")
                        .bindings("A", "id->1 b->2")
                        .bindings("B", "id->1")
                        .settled(),
                Scenario.pessimistic(
                                "P23/DM_026", "a shard that comes with the newest schema does not hold up what waits")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "WAITING")
                        .join("C", "id:int c:int", "APPLIED SKIP EXECUTE")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .target("id:int c:int")
                        .settled(),
                Scenario.pessimistic(
                                "P23/DM_027", "a shard that comes with a schema that does not fit is told so at once")
                        .joined("id:int", "A", "B")
                        .join("C", "id:string", "refused DDL_JOIN_CONFLICT")
                        .target("id:int")
                        .step(scene ->
                                assertThat(scene.joinSkipping("C", "id:string")).isEqualTo("APPLIED SKIP !CAST"))
                        .bindings("C", "id->1~")
                        .announce("A", "+c:int", "WAITING")
                        .announce("B", "+c:int", "WAITING")
                        .announce("C", "+c:int", "APPLIED SKIP")
                        .settled());
    }

    private static List<Scenario> withoutEffect() {
        return List.of(
                Scenario.pessimistic("P21", "a shard is emptied: that is not carried over, and said")
                        .joined("id:int", "A", "B")
                        .announce("A", "truncate", "APPLIED IGNORED !TRUNCATE_IGNORED")
                        .event("TRUNCATE_IGNORED")
                        .target("id:int")
                        .settled(),
                noEffect("P25/DM_142", "#add-partition"),
                noEffect("P25/DM_143", "#drop-partition"),
                noEffect("P26/DM_145", "#engine"),
                noEffect("P26/DM_146", "#row-format"),
                noEffect("P27", "#length-20-to-10"),
                Scenario.pessimistic(
                                "P27/typed", "a type that the column has already changes nothing and waits for nobody")
                        .joined("id:int v:string", "A", "B")
                        .announce("A", "v::string", "APPLIED NO_OP")
                        .settled()
                        .announce("A", "+c:int", "WAITING")
                        .announce("A", "v::string", "WAITING")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .decision("A", 3, "APPLIED NO_OP")
                        .settled());
    }

    private static Scenario noEffect(String number, String change) {
        return Scenario.pessimistic(number, "what the target does not know waits for nobody: " + change)
                .joined("id:int v:string", "A", "B", "C")
                .announce("A", change, "APPLIED NO_OP")
                .settled()
                .announce("B", change, "APPLIED NO_OP")
                .announce("C", change, "APPLIED NO_OP")
                .target("id:int v:string")
                .settled();
    }

    private static List<Scenario> keys() {
        return List.of(
                key("P28/DM_132", "pk()", "APPLIED EXECUTE", List.of()),
                key("P28/DM_133", "pk(id,code)", "APPLIED EXECUTE", List.of(1, 2)),
                key("P28/DM_134", "pk() pk(code)", "APPLIED EXECUTE EXECUTE", List.of(2)));
    }

    private static Scenario key(String number, String change, String said, List<Integer> ids) {
        return Scenario.pessimistic(number, "another primary key waits for every shard: " + change)
                .step(scene -> scene.changeTable(PessimisticOutsideScenarios::withKey))
                .joined("id:int! code:int! pk(id)", "A", "B")
                .target("id:int! code:int!")
                .announce("B", change, "WAITING")
                .see(scene ->
                        assertThat(scene.targetShape().getIdentifierIdsList()).containsExactly(1))
                .announce("A", change, said)
                .see(scene ->
                        assertThat(scene.targetShape().getIdentifierIdsList()).isEqualTo(ids))
                .settled();
    }

    private static TargetShape withKey(TargetShape shape) {
        return shape.toBuilder()
                .addFields(Fields.required(1, "id", "int"))
                .addFields(Fields.required(2, "code", "int"))
                .addIdentifierIds(1)
                .setLastFieldId(2)
                .build();
    }

    private static List<Scenario> late() {
        return List.of(
                Scenario.pessimistic(
                                "P29",
                                "no watch that can lose its place: what was decided is told until it is acknowledged")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "WAITING")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .again("A", 1, "+c:int", "APPLIED EXECUTE")
                        .step(scene -> scene.acknowledge("A", 1))
                        .decision("A", 1, "none")
                        .again("A", 1, "+c:int", "refused DDL_SEQ_ACKNOWLEDGED")
                        .again("B", 1, "+c:int", "APPLIED SKIP")
                        .settled(),
                Scenario.pessimistic(
                                "P30", "what a shard announces while its rows are copied counts as its first schema")
                        .step(scene ->
                                assertThat(scene.joinLoading("A", "id:int")).isEqualTo("APPLIED EXECUTE"))
                        .step(scene ->
                                assertThat(scene.joinLoading("B", "id:int")).isEqualTo("APPLIED SKIP"))
                        .announce("A", "+c:int=5", "APPLIED EXECUTE")
                        .target("id:int c:int")
                        .step(scene -> assertThat(scene.stream("A")).isEqualTo("APPLIED"))
                        .state("A", "ACTIVE")
                        .step(scene -> assertThat(scene.stream("B")).isEqualTo("APPLIED"))
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .state("B", "ACTIVE")
                        .settled());
    }
}
