package io.ams.testkit.ddl;

import io.ams.proto.DdlVerb;
import java.util.List;
import java.util.stream.Stream;

/** Scenarios of the pessimistic mode in which shards announce: all wait for all. */
final class PessimisticScenarios {
    private PessimisticScenarios() {}

    static List<Scenario> all() {
        return Stream.of(waiting(), mismatches(), sameDespiteWording(), repeating(), restarting())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Scenario> waiting() {
        return List.of(
                addedBy("P1/DM_002", "A", "B", "APPLIED SKIP"),
                addedBy("P1/DM_003", "B", "A", "APPLIED EXECUTE"),
                Scenario.pessimistic("P1/DM_005", "of three shards the last to announce has it applied for all")
                        .joined("id:int", "A", "B", "C")
                        .announce("C", "+c:int", "WAITING")
                        .announce("A", "+c:int", "WAITING")
                        .target("id:int")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .target("id:int c:int")
                        .decision("A", 1, "APPLIED EXECUTE")
                        .decision("C", 1, "APPLIED SKIP")
                        .sameSchema(1, "A", "B", "C")
                        .settled(),
                Scenario.pessimistic("P1/DM_006", "rows from before read as each shard has them")
                        .format(3)
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int=5", "WAITING")
                        .bindings("A", "id->1")
                        .announce("B", "+c:int=5", "APPLIED SKIP")
                        .target("id:int c:int=5")
                        .bindings("A", "id->1 c->2")
                        .fills("B", "")
                        .settled(),
                renamed("P2/DM_007", "db.a", "db.other"),
                renamed("P2/DM_008", "db1.t", "db2.t"),
                renamed("P2/DM_009", "db1.t1", "db2.t2"),
                Scenario.pessimistic("P3", "two added columns are two barriers in a row")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "WAITING")
                        .announce("A", "+d:int", "WAITING")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .target("id:int c:int")
                        .decision("A", 2, "none")
                        .state("A", "WAITING")
                        .announce("B", "+d:int", "APPLIED SKIP")
                        .target("id:int c:int d:int")
                        .decision("A", 2, "APPLIED EXECUTE")
                        .settled());
    }

    private static Scenario addedBy(String number, String first, String second, String saidToSecond) {
        return Scenario.pessimistic(number, "an added column waits for the other shard, and is added once")
                .joined("id:int", "A", "B")
                .announce(first, "+c:int", "WAITING")
                .target("id:int")
                .state(first, "WAITING")
                .state(second, "ACTIVE")
                .bindings(first, "id->1")
                .announce(second, "+c:int", saidToSecond)
                .target("id:int c:int")
                .bindings("A", "id->1 c->2")
                .bindings("B", "id->1 c->2")
                .sameSchema(1, "A", "B")
                .state(first, "ACTIVE")
                .event("BARRIER_PASSED")
                .settled();
    }

    private static Scenario renamed(String number, String first, String second) {
        return Scenario.pessimistic(number, "shards of other table and database names wait for each other as well")
                .joined("id:int", first, second)
                .announce(first, "+c:int", "WAITING")
                .target("id:int")
                .announce(second, "+c:int", "APPLIED SKIP")
                .target("id:int c:int")
                .sameSchema(1, first, second)
                .settled();
    }

    private static List<Scenario> mismatches() {
        return List.of(
                mismatch("P5/DM_011", "+c:int", "add c int", "+d:int", "add d int"),
                mismatch("P5/DM_031", "+c:int", "add c int", "+c:string", "add c string"),
                mismatch(
                        "P5/DM_037",
                        "+c:int!=0",
                        "add c int not null default '0'",
                        "+c:int!=-1",
                        "add c int not null default '-1'"),
                mismatch("P5/DM_050", "a=>c", "rename a to c", "a=>d", "rename a to d"),
                mismatch("P5/DM_065", "a::long", "type a long", "a::double", "type a double"),
                mismatch("P5/DM_067", "a=0", "default a '0'", "a=-1", "default a '-1'"),
                Scenario.pessimistic("P6", "two shards of one source that differ are like any two that differ")
                        .joined("id:int", "s1.A", "s2.B", "s2.C")
                        .announce("s2.B", "+c:int", "WAITING")
                        .announce("s2.C", "+d:int", "BLOCKED MISMATCH")
                        .conflicts("s2.C MISMATCH")
                        .state("s2.B", "WAITING")
                        .state("s1.A", "ACTIVE")
                        .target("id:int"));
    }

    private static Scenario mismatch(
            String number, String first, String firstPrint, String second, String secondPrint) {
        return Scenario.pessimistic(number, "a shard that announces something else is told so: " + second)
                .joined("id:int a:int", "A", "B")
                .announce("A", first, "WAITING")
                .announce("B", second, "BLOCKED MISMATCH")
                .see(scene -> Clashes.assertSides(scene, firstPrint, secondPrint))
                .target("id:int a:int")
                .state("A", "WAITING")
                .state("B", "BLOCKED");
    }

    /** The changes mean the same for the target, though upstream they are not the same text. */
    private static List<Scenario> sameDespiteWording() {
        return List.of(
                same("P5/DM_040", "+c:string #utf8", "+c:string #utf8mb4", "APPLIED SKIP NO_OP"),
                same("P5/DM_043", "+c:int=gen()", "+c:int=gen()", "APPLIED SKIP !LOSSY"),
                same("P5/DM_051", "a=>c", "a=>c #first", "APPLIED SKIP NO_OP"),
                same("P5/DM_058", "a::long", "a::long #after", "APPLIED SKIP NO_OP"));
    }

    private static Scenario same(String number, String first, String second, String said) {
        return Scenario.pessimistic(number, "what the target does not know makes no difference: " + second)
                .joined("id:int a:int", "A", "B")
                .announce("A", first, "WAITING")
                .announce("B", second, said)
                .sameSchema(1, "A", "B")
                .settled();
    }

    private static List<Scenario> repeating() {
        Scenario twice = Scenario.pessimistic("P7", "the same change again and again is another change every time")
                .joined("id:int", "A", "B", "C");
        List<String> changes = List.of("+c:int", "-c", "+c:int", "-c", "+c:int");
        changes.forEach(change -> twice.announce("B", change, "WAITING"));
        for (String change : changes) {
            twice.announce("A", change, "WAITING")
                    .announce("C", change, change.equals("-c") ? "APPLIED EXECUTE" : "APPLIED SKIP")
                    .target(change.equals("-c") ? "id:int" : "id:int c:int");
        }
        return List.of(twice.decision("B", 4, "APPLIED DEFER")
                .decision("B", 5, "APPLIED SKIP")
                .bindings("B", "id->1 c->4")
                .settled());
    }

    private static List<Scenario> restarting() {
        return List.of(
                Scenario.pessimistic(
                                "P9/DM_094", "both sources stop half way, start anew and tell what they told before")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "WAITING")
                        .joined("id:int", "A", "B")
                        .again("A", 1, "+c:int", "WAITING")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .target("id:int c:int")
                        .settled(),
                Scenario.pessimistic("P9/DM_095", "both sources pause half way and go on")
                        .joined("id:int", "A", "B", "C")
                        .announce("A", "+c:int", "WAITING")
                        .announce("B", "+c:int", "WAITING")
                        .announce("C", "+c:int", "APPLIED SKIP")
                        .target("id:int c:int")
                        .settled(),
                Scenario.pessimistic("P9/DM_096", "one source stops between two changes")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "WAITING")
                        .announce("A", "+d:int", "WAITING")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .joined("id:int c:int", "B")
                        .announce("B", "+d:int", "APPLIED SKIP")
                        .target("id:int c:int d:int")
                        .settled(),
                Scenario.pessimistic("P10", "the master ends half way; nobody has to resume anything")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "WAITING")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .announce("B", "-c", "WAITING")
                        .announce("A", "-c", "APPLIED DEFER")
                        .target("id:int")
                        .settled(),
                killed("P11/DM_098", "A"),
                killed("P11/DM_099", "B"),
                Scenario.pessimistic(
                                "P14",
                                "of a mismatch one side is replaced: both go on, and rows of both have the column")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "WAITING")
                        .announce("B", "+c:string", "BLOCKED MISMATCH")
                        .replace("B", "+c:int", "APPLIED SKIP")
                        .target("id:int c:int")
                        .bindings("A", "id->1 c->2")
                        .bindings("B", "id->1 c->2")
                        .settled(),
                Scenario.pessimistic(
                                "P14/skip",
                                "of a mismatch one side is skipped: the other does not wait for it any more")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "WAITING")
                        .announce("B", "+c:string", "BLOCKED MISMATCH")
                        .resolve("B", DdlVerb.VERB_SKIP, "APPLIED IGNORED")
                        .target("id:int c:int")
                        .bindings("A", "id->1 c->2")
                        .bindings("B", "id->1 c->0")
                        .settled());
    }

    private static Scenario killed(String number, String who) {
        return Scenario.pessimistic(number, "worker " + who + " ends between two changes and tells the first again")
                .joined("id:int", "A", "B")
                .announce("A", "+c:int", "WAITING")
                .announce("B", "+c:int", "APPLIED SKIP")
                .joined("id:int c:int", who)
                .again(who, 1, "+c:int", who.equals("A") ? "APPLIED EXECUTE" : "APPLIED SKIP")
                .announce("A", "+d:int", "WAITING")
                .announce("B", "+d:int", "APPLIED SKIP")
                .target("id:int c:int d:int")
                .settled();
    }
}
