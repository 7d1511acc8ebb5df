package io.ams.testkit.ddl;

import java.util.List;
import java.util.stream.Stream;

/** Scenarios of the optimistic mode about what the target does not know: indexes, charsets, lengths, partitions. */
final class NoEffectScenarios {
    private NoEffectScenarios() {}

    static List<Scenario> all() {
        return Stream.of(onAll(), onSome(), generated()).flatMap(List::stream).toList();
    }

    private static List<Scenario> onAll() {
        return List.of(
                noEffect("O8/DM_040", "#utf8mb4", 3),
                noEffect("O8/CHANGE_UTF_CHARSET", "#convert-to-utf8mb4", 4),
                noEffect("O22/DM_064", "#display-width", 3),
                noEffect("O22/DM_149", "#varchar-longer", 3),
                noEffect("O24/DM_119", "#index-c", 3),
                noEffect("O24/DM_121", "#unique-index-c", 3),
                noEffect("O39/DM_136", "#add-unique", 3),
                noEffect("O39/DM_137", "#shrink-unique", 3),
                noEffect("O39/DM_138", "#widen-unique", 3),
                noEffect("O39/DM_139", "#drop-unique", 3),
                noEffect("O58/DM_085", "#index-visible", 2),
                noEffect("O58/DM_086", "#index-invisible", 2));
    }

    /** Only some of four shards make the change, which is no different. */
    private static List<Scenario> onSome() {
        return List.of(
                noEffect("O8/DM_071", "#utf8mb4", 1),
                noEffect("O8/DM_073", "#utf8mb4", 2),
                noEffect("O9", "#collate-bin", 1),
                noEffect("O22/DM_150", "#varchar-shorter", 1),
                repeated("O25/DM_124", List.of("#add-index", "#drop-index")),
                repeated("O25/DM_125", List.of("#add-index", "#drop-index", "#add-index", "#drop-index")),
                repeated("O25/DM_126", List.of("#drop-index", "#add-index")),
                repeated("O25/DM_127", List.of("#drop-index", "#add-index-on-other", "#drop-index", "#add-index")),
                Scenario.optimistic("O27", "text of other lengths is a string: added once, bound by the others")
                        .joined("id:int", "A", "B", "C")
                        .announce("A", "+c:string #varchar-3", "APPLIED EXECUTE NO_OP")
                        .announce("B", "+c:string #varchar-4", "APPLIED SKIP NO_OP")
                        .announce("C", "+c:string #varchar-5", "APPLIED SKIP NO_OP")
                        .target("id:int c:string")
                        .settled(),
                Scenario.optimistic("O59", "partitions change while schemas differ")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "APPLIED EXECUTE")
                        .announce("A", "#add-partition", "APPLIED NO_OP")
                        .announce("B", "#add-partition", "APPLIED NO_OP")
                        .announce("B", "#drop-partition", "APPLIED NO_OP")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .target("id:int c:int")
                        .settled());
    }

    private static Scenario noEffect(String number, String change, int shards) {
        List<String> all = List.of("A", "B", "C", "D");
        Scenario scenario = Scenario.optimistic(number, "not known to the target, so nothing can differ: " + change)
                .joined("id:int v:string", "A", "B", "C", "D");
        all.subList(0, shards)
                .forEach(shard ->
                        scenario.announce(shard, change, "APPLIED NO_OP").settled());
        return scenario.announce("D", "v::string", "APPLIED NO_OP")
                .target("id:int v:string")
                .settled();
    }

    private static Scenario repeated(String number, List<String> changes) {
        Scenario scenario = Scenario.optimistic(number, "indexes come and go on one shard, and nothing is left open")
                .joined("id:int", "A", "B", "C");
        changes.forEach(
                change -> scenario.announce("A", change, "APPLIED NO_OP").settled());
        return scenario;
    }

    private static List<Scenario> generated() {
        return List.of(
                Scenario.optimistic("O10/DM_041", "a stored generated column is a plain one for the target")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int=gen()", "APPLIED EXECUTE !LOSSY")
                        .announce("B", "+c:int=gen()", "APPLIED SKIP !LOSSY")
                        .target("id:int c:int")
                        .settled(),
                Scenario.optimistic("O10/DM_043", "with another expression too, if it is of the same type")
                        .format(3)
                        .joined("id:int", "A", "B", "C")
                        .announce("A", "+c:int=gen()", "APPLIED EXECUTE !LOSSY")
                        .announce("B", "+c:int=gen() #other-expression", "APPLIED SKIP NO_OP !LOSSY")
                        .announce("C", "+c:string=gen()", "BLOCKED TYPE")
                        .target("id:int c:int"),
                Scenario.optimistic("O10/virtual", "a virtual column is not in the target")
                        .joined("id:int", "A", "B")
                        .announce("A", "#virtual", "APPLIED NO_OP")
                        .announce("B", "#virtual", "APPLIED NO_OP")
                        .target("id:int")
                        .settled());
    }
}
