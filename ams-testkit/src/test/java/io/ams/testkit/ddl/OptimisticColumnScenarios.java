package io.ams.testkit.ddl;

import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlRenamePolicy;
import java.util.List;
import java.util.stream.Stream;

/** Scenarios of the optimistic mode in which columns come, go and change, and nothing is in conflict. */
final class OptimisticColumnScenarios {
    private OptimisticColumnScenarios() {}

    static List<Scenario> all() {
        return Stream.of(added(), required(), dropped(), renamed(), widened(), severalAtOnce())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Scenario> added() {
        return List.of(
                Scenario.optimistic("O1/DM_004", "a column is added with the first shard, and bound by the second")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "APPLIED EXECUTE")
                        .target("id:int c:int")
                        .bindings("A", "id->1 c->2")
                        .fills("B", "c=NULL")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .bindings("B", "id->1 c->2")
                        .fills("B", "")
                        .settled(),
                Scenario.optimistic(
                                "O1/DM_030", "rows that the second shard writes in between have what it shows for them")
                        .format(3)
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int=5", "APPLIED EXECUTE")
                        .target("id:int c:int=5")
                        .fills("B", "c=5")
                        .announce("B", "+c:int=5", "APPLIED SKIP")
                        .target("id:int c:int=5")
                        .settled(),
                twoOrders("O2/DM_014", "+x:int +y:int", "+y:int +x:int", "")
                        .target("id:int x:int y:int")
                        .settled(),
                twoOrders("O2/DM_035", "+x:int!=1 +y:int!=2", "+y:int!=2 +x:int!=1", " !LOSSY !LOSSY")
                        .target("id:int x:int y:int")
                        .settled(),
                twoOrders("O2/DM_035-v3", "+x:int!=1 +y:int!=2", "+y:int!=2 +x:int!=1", "")
                        .format(3)
                        .target("id:int x:int=1 y:int=2")
                        .settled(),
                Scenario.optimistic("O2/DM_104", "the same two columns in another order, one by one")
                        .joined("id:int", "A", "B")
                        .announce("A", "+x:int", "APPLIED EXECUTE")
                        .announce("B", "+y:int", "APPLIED EXECUTE")
                        .announce("A", "+y:int", "APPLIED SKIP")
                        .announce("B", "+x:int", "APPLIED SKIP")
                        .target("id:int x:int y:int")
                        .settled(),
                Scenario.optimistic("O3/DM_036", "a column first, or behind another: order makes no difference")
                        .joined("id:int", "A", "B", "C")
                        .announce("A", "+c:int #first", "APPLIED EXECUTE NO_OP")
                        .announce("B", "+c:int #after", "APPLIED SKIP NO_OP")
                        .announce("C", "+c:int", "APPLIED SKIP")
                        .target("id:int c:int")
                        .settled(),
                Scenario.optimistic("O3/DM_148", "a column moves: order makes no difference")
                        .joined("id:int c:int", "A", "B")
                        .announce("A", "c::int #first", "APPLIED NO_OP NO_OP")
                        .announce("B", "c::int #after", "APPLIED NO_OP NO_OP")
                        .target("id:int c:int")
                        .settled());
    }

    private static Scenario twoOrders(String number, String first, String second, String warnings) {
        return Scenario.optimistic(number, "the same two columns in another order, at once")
                .joined("id:int", "A", "B")
                .announce("A", first, "APPLIED EXECUTE EXECUTE" + warnings)
                .announce("B", second, "APPLIED SKIP SKIP" + warnings);
    }

    private static List<Scenario> required() {
        return List.of(
                Scenario.optimistic(
                                "O12/DM_033",
                                "a required column without default is added as optional, and nobody waits")
                        .joined("id:int", "A", "B", "C")
                        .announce("A", "+c:int!", "APPLIED EXECUTE !LOSSY")
                        .target("id:int c:int")
                        .announce("B", "+c:int!", "APPLIED SKIP !LOSSY")
                        .announce("C", "+c:int!", "APPLIED SKIP !LOSSY")
                        .target("id:int c:int")
                        .settled(),
                Scenario.optimistic("O12/DM_107", "in format 3 rows from before have the zero that upstream gives them")
                        .format(3)
                        .joined("id:int", "A", "B", "C")
                        .announce("A", "+c:int!", "APPLIED EXECUTE")
                        .target("id:int c:int=0")
                        .fills("C", "c=0")
                        .announce("B", "+c:int!", "APPLIED SKIP")
                        .announce("C", "+c:int!", "APPLIED SKIP")
                        .target("id:int c:int=0")
                        .settled(),
                Scenario.optimistic("O13", "a unique counter is a long; its key is not known to the target")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:long=gen() #unique", "APPLIED EXECUTE NO_OP !LOSSY")
                        .target("id:int c:long")
                        .settled(),
                Scenario.optimistic("O36", "NOT NULL on every shard: the target never becomes narrower")
                        .joined("id:int a:int", "A", "B", "C")
                        .announce("A", "a!", "APPLIED SKIP")
                        .announce("B", "a!", "APPLIED SKIP")
                        .announce("C", "a!", "APPLIED SKIP")
                        .target("id:int a:int")
                        .settled());
    }

    private static List<Scenario> dropped() {
        return List.of(
                drop("O14/DM_046", "id:int c:int"),
                drop("O14/DM_047", "id:int c:int=gen()"),
                Scenario.optimistic("O14/DM_048", "a virtual column is not in the target, so its going has no effect")
                        .joined("id:int", "A", "B", "C")
                        .announce("A", "#drop-virtual", "APPLIED NO_OP")
                        .announce("B", "#drop-virtual", "APPLIED NO_OP")
                        .announce("C", "#drop-virtual", "APPLIED NO_OP")
                        .target("id:int")
                        .settled());
    }

    private static Scenario drop(String number, String schema) {
        return Scenario.optimistic(number, "a column goes with the last shard that had it")
                .joined(schema, "A", "B", "C")
                .announce("A", "-c", "APPLIED DEFER")
                .fills("A", "c=NULL")
                .announce("B", "-c", "APPLIED DEFER")
                .target("id:int c:int")
                .announce("C", "-c", "APPLIED EXECUTE")
                .target("id:int")
                .settled();
    }

    private static List<Scenario> renamed() {
        return List.of(
                rename("O15/DM_049", DdlRenamePolicy.RENAME_FIRST, "EXECUTE", "SKIP", "c", "c"),
                rename("O15/all", DdlRenamePolicy.RENAME_ALL, "SKIP", "EXECUTE", "a", "c"),
                rename("O15/never", DdlRenamePolicy.RENAME_NEVER, "SKIP", "SKIP", "a", "a"),
                Scenario.optimistic("O16", "shards rename one column differently: that is said, and nobody waits")
                        .joined("id:int a:int", "A", "B", "C")
                        .announce("A", "a=>c", "APPLIED EXECUTE")
                        .announce("B", "a=>d", "APPLIED SKIP !NAME_DIVERGED")
                        .announce("C", "a=>d", "APPLIED SKIP !NAME_DIVERGED")
                        .target("id:int c:int")
                        .bindings("A", "id->1 c->2")
                        .bindings("B", "id->1 d->2")
                        .event("NAME_DIVERGED")
                        .settled(),
                Scenario.optimistic("O18", "a column is renamed and moves")
                        .joined("id:int a:int", "A", "B", "C")
                        .announce("A", "a=>c #first", "APPLIED EXECUTE NO_OP")
                        .announce("B", "a=>c #after", "APPLIED SKIP NO_OP")
                        .announce("C", "a=>c", "APPLIED SKIP")
                        .target("id:int c:int")
                        .settled());
    }

    private static Scenario rename(
            String number, DdlRenamePolicy policy, String first, String last, String between, String after) {
        return Scenario.optimistic(number, "a column is renamed shard by shard under " + policy)
                .policies(DdlPolicies.newBuilder().setRename(policy).build())
                .joined("id:int a:int", "A", "B", "C")
                .announce("A", "a=>c", "APPLIED " + first)
                .target("id:int " + between + ":int")
                .bindings("A", "id->1 c->2")
                .announce("B", "a=>c", "APPLIED SKIP")
                .announce("C", "a=>c", "APPLIED " + last)
                .target("id:int " + after + ":int")
                .bindings("C", "id->1 c->2")
                .announce("A", "+d:int", "APPLIED EXECUTE")
                .announce("B", "+d:int", "APPLIED SKIP")
                .announce("C", "+d:int", "APPLIED SKIP")
                .target("id:int " + after + ":int d:int")
                .settled();
    }

    private static List<Scenario> widened() {
        return List.of(
                Scenario.optimistic("O20", "an int becomes a long with the first shard")
                        .joined("id:int a:int", "A", "B", "C")
                        .announce("A", "a::long", "APPLIED EXECUTE")
                        .target("id:int a:long")
                        .announce("B", "a::long", "APPLIED SKIP")
                        .announce("C", "a::long", "APPLIED SKIP")
                        .announce("C", "a::int", "APPLIED SKIP")
                        .target("id:int a:long")
                        .settled(),
                Scenario.optimistic("O21", "smallint and mediumint are int; only bigint is wider, in any order")
                        .joined("id:int a:int", "A", "B", "C")
                        .announce("A", "a::int", "APPLIED NO_OP")
                        .announce("B", "a::long", "APPLIED EXECUTE")
                        .announce("C", "a::long", "APPLIED SKIP")
                        .target("id:int a:long")
                        .settled(),
                Scenario.optimistic("O28/DM_111", "zerofill is not known to the target")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int #zerofill", "APPLIED EXECUTE NO_OP")
                        .announce("B", "+c:int", "APPLIED SKIP")
                        .target("id:int c:int")
                        .settled(),
                Scenario.optimistic("O28/DM_112", "an unsigned int is a long: the column grows")
                        .joined("id:int", "A", "B", "C")
                        .announce("A", "+c:int", "APPLIED EXECUTE")
                        .announce("B", "+c:long", "APPLIED EXECUTE")
                        .target("id:int c:long")
                        .announce("C", "+c:int", "APPLIED SKIP")
                        .target("id:int c:long")
                        .settled());
    }

    private static List<Scenario> severalAtOnce() {
        return List.of(
                several(
                        "O29/DM_113",
                        "+b:int +d:int",
                        "EXECUTE EXECUTE",
                        "SKIP SKIP",
                        "id:int a:int c:int b:int d:int"),
                several("O29/DM_114", "-a -c", "DEFER DEFER", "EXECUTE EXECUTE", "id:int"),
                several("O29/DM_116", "+b:int -c", "EXECUTE DEFER", "SKIP EXECUTE", "id:int a:int b:int"),
                several(
                        "O29/DM_152",
                        "a=>b c::long +d:int",
                        "EXECUTE EXECUTE EXECUTE",
                        "SKIP SKIP SKIP",
                        "id:int b:int c:long d:int"),
                several(
                        "O29/ADD_DROP_COLUMNS",
                        "-a +b:int -c",
                        "DEFER EXECUTE DEFER",
                        "EXECUTE SKIP EXECUTE",
                        "id:int b:int"),
                several(
                        "O29/COLUMN_INDEX",
                        "+b:int #index -c",
                        "EXECUTE NO_OP DEFER",
                        "SKIP NO_OP EXECUTE",
                        "id:int a:int b:int"),
                Scenario.optimistic("O29/clash", "if one change of a statement is in conflict none of them is made")
                        .joined("id:int a:int", "A", "B")
                        .announce("A", "+b:int a::string +d:int", "BLOCKED TYPE")
                        .target("id:int a:int")
                        .bindings("A", "id->1 a->2")
                        .replace("A", "+b:int +d:int", "APPLIED EXECUTE EXECUTE")
                        .settled());
    }

    private static Scenario several(String number, String changes, String first, String second, String target) {
        return Scenario.optimistic(number, "several changes of one statement are one announcement: " + changes)
                .joined("id:int a:int c:int", "A", "B")
                .announce("A", changes, "APPLIED " + first)
                .announce("B", changes, "APPLIED " + second)
                .target(target)
                .settled();
    }
}
