package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.DdlDropPolicy;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlVerb;
import java.util.List;
import java.util.stream.Stream;

/** Scenarios of the optimistic mode in which shards come, go, stop, start anew, or feed several tables. */
final class OptimisticMemberScenarios {
    private OptimisticMemberScenarios() {}

    static List<Scenario> all() {
        return Stream.of(atomic(), restarting(), leaving(), comingAndGoing(), growingAndShrinking(), severalTargets())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Scenario> atomic() {
        return List.of(
                Scenario.optimistic("O34", "a drop is decided and done at once: after it the column may come again")
                        .joined("id:int c:int", "A", "B")
                        .announce("A", "-c", "APPLIED DEFER")
                        .announce("B", "-c", "APPLIED EXECUTE")
                        .target("id:int")
                        .announce("A", "+c:int", "APPLIED EXECUTE")
                        .bindings("A", "id->1 c->3")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .target("id:int c:int")
                        .settled(),
                Scenario.optimistic("O35", "a column that comes again while it goes is another column, or has to wait")
                        .joined("id:int a:int", "A", "B")
                        .announce("A", "-a", "APPLIED DEFER")
                        .announce("A", "+a:int", "BLOCKED READD")
                        .announce("B", "-a", "APPLIED EXECUTE")
                        .decision("A", 2, "APPLIED EXECUTE")
                        .bindings("A", "id->1 a->3")
                        .fills("B", "a=NULL")
                        .target("id:int a:int")
                        .settled());
    }

    private static List<Scenario> restarting() {
        return List.of(
                Scenario.optimistic(
                                "O43/RESYNC_NOT_FLUSHED", "a shard that lost the answer asks again and gets the same")
                        .joined("id:int a:int", "A", "B")
                        .announce("A", "a=>c", "APPLIED EXECUTE")
                        .again("A", 1, "a=>c", "APPLIED EXECUTE")
                        .announce("B", "a=>c", "APPLIED SKIP")
                        .again("A", 1, "a=>c", "APPLIED EXECUTE")
                        .settled(),
                Scenario.optimistic(
                                "O43/RESYNC_TXN_INTERRUPT",
                                "a shard that lost its place begins with what it told before")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "APPLIED EXECUTE")
                        .announce("A", "+d:int", "APPLIED EXECUTE")
                        .joined("id:int c:int d:int", "A")
                        .again("A", 1, "+c:int", "APPLIED EXECUTE")
                        .again("A", 2, "+d:int", "APPLIED EXECUTE")
                        .announce("A", "+e:int", "APPLIED EXECUTE")
                        .target("id:int c:int d:int e:int")
                        .settled(),
                Scenario.optimistic(
                                "O43/TABLE_CHECKPOINT_BACKWARD",
                                "a shard that goes back behind a conflict finds it there")
                        .joined("id:int c:int", "A", "B")
                        .announce("A", "+d:int", "APPLIED EXECUTE")
                        .announce("A", "c::string", "BLOCKED TYPE")
                        .announce("A", "+e:int", "QUEUED")
                        .again("A", 1, "+d:int", "APPLIED EXECUTE")
                        .again("A", 2, "c::string", "BLOCKED TYPE")
                        .again("A", 3, "+e:int", "QUEUED")
                        .resolve("A", DdlVerb.VERB_SKIP, "APPLIED SKIP !CAST")
                        .again("A", 3, "+e:int", "APPLIED EXECUTE")
                        .settled(),
                restarted("O60/DM_100", "A"),
                restarted("O60/DM_101", "B"),
                Scenario.optimistic("O50", "a column comes and goes, the shard starts anew, and again")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "APPLIED EXECUTE")
                        .announce("A", "-c", "APPLIED EXECUTE")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "APPLIED EXECUTE")
                        .announce("A", "-c", "APPLIED EXECUTE")
                        .announce("A", "+c:int -c", "APPLIED EXECUTE EXECUTE")
                        .target("id:int")
                        .settled());
    }

    private static Scenario restarted(String number, String who) {
        return Scenario.optimistic(number, "worker " + who + " ends while only one shard has the column")
                .joined("id:int", "A", "B", "C")
                .announce("A", "+c:int", "APPLIED EXECUTE")
                .joined(who.equals("A") ? "id:int c:int" : "id:int", who)
                .again("A", 1, "+c:int", "APPLIED EXECUTE")
                .announce("B", "+c:int", "APPLIED SKIP")
                .announce("C", "+c:int", "APPLIED SKIP")
                .target("id:int c:int")
                .settled();
    }

    private static List<Scenario> leaving() {
        return List.of(
                Scenario.optimistic("O46/delete", "a shard leaves: what others dropped and it alone still had goes")
                        .joined("id:int b:int", "A", "B")
                        .announce("A", "-b", "APPLIED DEFER")
                        .leave("B", "APPLIED")
                        .target("id:int")
                        .join("B", "id:int b:int", "APPLIED SKIP EXECUTE")
                        .bindings("B", "id->1 b->3")
                        .settled(),
                Scenario.optimistic("O46/retain", "a shard leaves: by policy the column stays")
                        .policies(DdlPolicies.newBuilder()
                                .setDrop(DdlDropPolicy.DROP_RETAIN)
                                .build())
                        .joined("id:int b:int", "A", "B")
                        .announce("A", "-b", "APPLIED DEFER")
                        .leave("B", "APPLIED")
                        .target("id:int b:int")
                        .join("B", "id:int b:int", "APPLIED SKIP SKIP")
                        .settled(),
                Scenario.optimistic("O54/one", "the larger shard leaves: what it alone had stays, as nobody dropped it")
                        .joined("id:int", "A")
                        .joined("id:int c:int d:int", "B")
                        .announce("B", "-d", "APPLIED EXECUTE")
                        .leave("B", "APPLIED")
                        .target("id:int c:int")
                        .fills("A", "c=NULL")
                        .announce("A", "+c:int", "APPLIED SKIP")
                        .settled(),
                Scenario.optimistic("O54/sources", "both shards of a source leave: what the other source dropped goes")
                        .joined("id:int c:int", "s1.A", "s2.B", "s2.C")
                        .announce("s1.A", "-c", "APPLIED DEFER")
                        .leave("s2.B", "APPLIED")
                        .target("id:int c:int")
                        .leave("s2.C", "APPLIED")
                        .target("id:int")
                        .settled());
    }

    private static List<Scenario> comingAndGoing() {
        return List.of(
                Scenario.optimistic("O47", "a shard in conflict leaves; it comes back when its schema fits")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "APPLIED EXECUTE")
                        .announce("B", "+c:string", "BLOCKED TYPE")
                        .leave("B", "APPLIED")
                        .settled()
                        .announce("A", "+d:int", "APPLIED EXECUTE")
                        .join("B", "id:int c:string", "refused DDL_JOIN_CONFLICT")
                        .join("B", "id:int c:int", "APPLIED SKIP SKIP")
                        .fills("B", "d=NULL")
                        .settled(),
                Scenario.optimistic(
                                "O48", "a shard with fewer columns comes, another goes, columns are dropped in between")
                        .joined("id:int a:int b:int", "A", "B")
                        .join("D", "id:int b:int", "APPLIED SKIP SKIP")
                        .announce("A", "-a", "APPLIED DEFER")
                        .leave("B", "APPLIED")
                        .target("id:int b:int")
                        .announce("D", "-b", "APPLIED DEFER")
                        .announce("A", "-b", "APPLIED EXECUTE")
                        .target("id:int")
                        .settled(),
                Scenario.optimistic("O57", "a shard's table is renamed, with all that it waits for")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "APPLIED EXECUTE")
                        .announce("B", "+c:string", "BLOCKED TYPE")
                        .rebind("B", "B2", "APPLIED")
                        .conflicts("B2 TYPE")
                        .again("B", 1, "+c:string", "refused DDL_MEMBER_NOT_FOUND")
                        .again("B2", 1, "+c:string", "BLOCKED TYPE")
                        .resolve("B2", DdlVerb.VERB_SKIP, "APPLIED SKIP !CAST")
                        .settled());
    }

    private static List<Scenario> growingAndShrinking() {
        return List.of(
                Scenario.optimistic("O53/one", "one shard adds a column and drops it: each is done")
                        .joined("id:int", "A", "B")
                        .announce("A", "+b:int", "APPLIED EXECUTE")
                        .announce("A", "-b", "APPLIED EXECUTE")
                        .target("id:int")
                        .settled(),
                Scenario.optimistic("O53/two", "one shard adds two columns and drops them: each is done")
                        .joined("id:int", "A", "B")
                        .announce("A", "+b:int +d:int", "APPLIED EXECUTE EXECUTE")
                        .announce("A", "-d", "APPLIED EXECUTE")
                        .announce("A", "-b", "APPLIED EXECUTE")
                        .target("id:int")
                        .settled());
    }

    private static List<Scenario> severalTargets() {
        return List.of(Scenario.optimistic(
                        "O56", "one source feeds two tables: a conflict in one does not block the other")
                .joined("id:int", "A", "B")
                .step(scene -> assertThat(scene.beside().join("A", "id:int")).isEqualTo("APPLIED EXECUTE"))
                .step(scene -> assertThat(scene.beside().join("B", "id:int")).isEqualTo("APPLIED SKIP"))
                .announce("A", "+c:int", "APPLIED EXECUTE")
                .announce("B", "+c:string", "BLOCKED TYPE")
                .step(scene ->
                        assertThat(scene.beside().announce("B", "+c:string")).isEqualTo("APPLIED EXECUTE"))
                .see(scene -> assertThat(scene.beside().target()).isEqualTo("id:int c:string"))
                .target("id:int c:int")
                .conflicts("B TYPE")
                .step(scene ->
                        assertThat(scene.beside().announce("A", "+c:int")).isEqualTo("BLOCKED TYPE"))
                .announce("A", "+d:int", "APPLIED EXECUTE")
                .conflicts("B TYPE"));
    }
}
