package io.ams.testkit.ddl;

import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlReaddPolicy;
import io.ams.proto.DdlVerb;
import java.util.List;
import java.util.stream.Stream;

/** Scenarios of the optimistic mode in which something is in conflict, and how that ends. */
final class OptimisticConflictScenarios {
    private OptimisticConflictScenarios() {}

    static List<Scenario> all() {
        return Stream.of(types(), defaults(), readds(), retyped(), strict())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Scenario> types() {
        return List.of(
                Scenario.optimistic("O4", "a column of another type blocks the one shard that has it")
                        .joined("id:int", "A", "B", "C")
                        .announce("A", "+c:int", "APPLIED EXECUTE")
                        .announce("B", "+c:string", "BLOCKED TYPE")
                        .conflicts("B TYPE")
                        .state("B", "BLOCKED")
                        .announce("B", "+e:int", "QUEUED")
                        .announce("C", "+c:int", "APPLIED SKIP")
                        .announce("A", "+d:int", "APPLIED EXECUTE")
                        .target("id:int c:int d:int")
                        .conflicts("B TYPE"),
                Scenario.optimistic("O26", "decimals of different scales do not go together")
                        .joined("id:int", "A", "B", "C")
                        .announce("A", "+c:decimal(5,2)", "APPLIED EXECUTE")
                        .announce("B", "+c:decimal(7,4)", "BLOCKED TYPE")
                        .announce("C", "+c:decimal(9,6)", "BLOCKED TYPE")
                        .conflicts("B TYPE", "C TYPE")
                        .target("id:int c:decimal(5,2)"),
                Scenario.optimistic("O52", "a shard replaces what is in conflict by what fits")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "APPLIED EXECUTE")
                        .announce("B", "+c:string", "BLOCKED TYPE")
                        .replace("B", "+c:int", "APPLIED SKIP")
                        .bindings("B", "id->1 c->2")
                        .state("B", "ACTIVE")
                        .event("RESOLVED")
                        .settled());
    }

    private static List<Scenario> defaults() {
        return List.of(
                Scenario.optimistic("O5/v3", "defaults that differ would show rows otherwise than their shard has them")
                        .format(3)
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int=0", "APPLIED EXECUTE")
                        .announce("B", "+c:int=-1", "BLOCKED BACKFILL")
                        .conflicts("B BACKFILL")
                        .target("id:int c:int=0"),
                Scenario.optimistic("O5/v2", "without defaults in the format, rows from before lose them: that is said")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int=0", "APPLIED EXECUTE !LOSSY")
                        .announce("B", "+c:int=-1", "APPLIED SKIP !LOSSY")
                        .target("id:int c:int")
                        .event("LOSSY")
                        .settled(),
                nondeterministic("O7", 2),
                nondeterministic("O7/v3", 3),
                Scenario.optimistic("O38", "defaults that are changed differently: skipped shard by shard, and said")
                        .format(3)
                        .joined("id:int a:int", "A", "B", "C")
                        .announce("A", "a=0", "APPLIED SKIP !DEFAULT_DIVERGED")
                        .announce("B", "a=-1", "APPLIED SKIP !DEFAULT_DIVERGED")
                        .announce("C", "a=-1", "APPLIED SKIP !DEFAULT_DIVERGED")
                        .state("B", "ACTIVE")
                        .announce("A", "a=-1", "APPLIED EXECUTE")
                        .settled());
    }

    private static Scenario nondeterministic(String number, int format) {
        return Scenario.optimistic(number, "a default that differs from moment to moment cannot be told")
                .format(format)
                .joined("id:int", "A", "B")
                .announce("A", "+c:timestamp=now()", "BLOCKED NONDETERMINISTIC_DEFAULT")
                .announce("B", "+c:timestamp=now()", "BLOCKED NONDETERMINISTIC_DEFAULT")
                .conflicts("A NONDETERMINISTIC_DEFAULT", "B NONDETERMINISTIC_DEFAULT")
                .target("id:int")
                .replace("A", "+c:timestamp", "APPLIED EXECUTE")
                .conflicts("B NONDETERMINISTIC_DEFAULT")
                .resolve("B", DdlVerb.VERB_SKIP, "APPLIED SKIP !LOSSY")
                .target("id:int c:timestamp")
                .settled();
    }

    private static List<Scenario> readds() {
        return List.of(
                dropAndAdd("O31", "APPLIED DEFER DEFER")
                        .announce("A", "+b:int +c:int", "BLOCKED READD")
                        .target("id:int b:int c:int")
                        .announce("B", "-b -c", "APPLIED DEFER DEFER")
                        .announce("C", "-b -c", "APPLIED EXECUTE EXECUTE")
                        .decision("A", 2, "APPLIED EXECUTE EXECUTE")
                        .bindings("A", "id->1 b->4 c->5")
                        .target("id:int b:int c:int")
                        .settled(),
                dropAndAdd("O31/generation", "APPLIED DEFER DEFER")
                        .policies(DdlPolicies.newBuilder()
                                .setReadd(DdlReaddPolicy.READD_GENERATION)
                                .build())
                        .announce("A", "+b:int +c:int", "APPLIED EXECUTE EXECUTE")
                        .target("id:int b:int c:int b__2:int c__2:int")
                        .announce("B", "-b -c", "APPLIED DEFER DEFER")
                        .announce("C", "-b -c", "APPLIED EXECUTE EXECUTE")
                        .target("id:int b:int c:int")
                        .bindings("A", "id->1 b->4 c->5")
                        .settled(),
                addAndDrop("O32/DM_147")
                        .setSchema("A", "id:int c:int", "APPLIED SKIP EXECUTE !LOSSY")
                        .target("id:int c:int")
                        .bindings("A", "id->1 c->2")
                        .settled(),
                addAndDrop("O32/DM_153")
                        .setSchema("A", "id:int c:int b:int", "APPLIED SKIP !LOSSY")
                        .target("id:int c:int b:int")
                        .settled(),
                addAndDrop("O32/DM_154")
                        .resolve("A", DdlVerb.VERB_SKIP, "APPLIED SKIP EXECUTE !LOSSY")
                        .target("id:int c:int")
                        .settled());
    }

    private static Scenario dropAndAdd(String number, String said) {
        return Scenario.optimistic(number, "columns are dropped and added again while others still have them")
                .joined("id:int b:int c:int", "A", "B", "C")
                .announce("A", "-b -c", said)
                .fills("A", "b=NULL c=NULL");
    }

    private static Scenario addAndDrop(String number) {
        return Scenario.optimistic(number, "a change is taken back by its opposite while others have not made it")
                .joined("id:int c:int", "A", "B")
                .announce("A", "+b:int -c", "APPLIED EXECUTE DEFER")
                .announce("A", "+c:int -b", "BLOCKED READD")
                .conflicts("A READD")
                .target("id:int c:int b:int");
    }

    private static List<Scenario> retyped() {
        Scenario eight = Scenario.optimistic(
                        "O41", "on eight shards an int becomes a string: one new field ends it for all")
                .joined("id:int a:int", "1", "2", "3", "4", "5", "6", "7", "8");
        for (int shard = 1; shard <= 7; shard++) {
            eight.announce(Integer.toString(shard), "a::string", "BLOCKED TYPE");
        }
        eight.resolve("3", DdlVerb.VERB_NEW_FIELD, "APPLIED EXECUTE !LOSSY")
                .target("id:int a:int a__2:string")
                .conflicts()
                .decision("1", 1, "APPLIED SKIP !LOSSY")
                .bindings("1", "id->1 a->3")
                .announce("8", "a::string", "APPLIED SKIP !LOSSY")
                .target("id:int a:string")
                .settled();
        return List.of(
                Scenario.optimistic("O40", "an int cannot become a double: every shard is told at once")
                        .joined("id:int a:int", "A", "B", "C")
                        .announce("A", "a::double", "BLOCKED TYPE")
                        .announce("B", "a::double", "BLOCKED TYPE")
                        .announce("C", "a::double", "BLOCKED TYPE")
                        .conflicts("A TYPE", "B TYPE", "C TYPE")
                        .target("id:int a:int"),
                eight,
                Scenario.optimistic("O41/skip", "an int becomes a string in one shard: its values are cast")
                        .joined("id:int a:int", "A", "B")
                        .announce("A", "a::string", "BLOCKED TYPE")
                        .resolve("A", DdlVerb.VERB_SKIP, "APPLIED SKIP !CAST")
                        .bindings("A", "id->1 a->2~")
                        .target("id:int a:int")
                        .settled());
    }

    private static List<Scenario> strict() {
        return List.of(
                Scenario.strict("O44/single", "strict: what is in conflict is rejected and leaves no trace")
                        .joined("id:int", "A", "B")
                        .announce("A", "+c:int", "APPLIED EXECUTE")
                        .announce("B", "+c:string", "REJECTED TYPE")
                        .conflicts()
                        .state("B", "ACTIVE")
                        .target("id:int c:int")
                        .again("B", 1, "+c:int", "APPLIED SKIP")
                        .settled(),
                Scenario.strict("O44/double", "strict: a required column is in conflict with nothing")
                        .joined("id:int", "A", "B")
                        .announce("A", "+d:int!", "APPLIED EXECUTE !LOSSY")
                        .announce("B", "d::string", "refused DDL_CHANGE_INVALID")
                        .announce("B", "+d:string!", "REJECTED TYPE")
                        .target("id:int d:int")
                        .announce("B", "+d:int!", "APPLIED SKIP !LOSSY")
                        .settled());
    }
}
