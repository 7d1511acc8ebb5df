package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.ddl.group.ConflictKinds;
import io.ams.ddl.group.Verbs;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlVerb;
import io.ams.testkit.SoloReplica;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every state that waits has verbs that end it, and each of them does. */
class VerbsTest {
    /**
     * A state in which shard B waits, and the schema that it has then.
     *
     * @param said to the announcement that B waits with
     */
    private record Waiting(
            String name,
            DdlMode mode,
            int format,
            String said,
            String schema,
            List<DdlVerb> verbs,
            Consumer<DdlScene> before,
            String announced) {
        DdlScene open(DdlDriver driver) {
            DdlScene scene = new DdlScene(driver, "g", mode, DdlDriver.policies(), format, false);
            before.accept(scene);
            assertThat(scene.announce("B", announced)).isEqualTo(said);
            return scene;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** A state, and a verb that is to end it. */
    record Case(Waiting waiting, DdlVerb verb) {
        @Override
        public String toString() {
            return waiting + " ended with " + Verbs.name(verb);
        }
    }

    private static Waiting optimistic(DdlConflictKind kind, int format, String announced, Consumer<DdlScene> before) {
        String name = ConflictKinds.name(kind);
        return new Waiting(
                name,
                DdlMode.OPTIMISTIC,
                format,
                "BLOCKED " + name,
                "id:int c:int",
                Verbs.ending(kind),
                before,
                announced);
    }

    private static void both(DdlScene scene, String schema) {
        scene.join("A", schema);
        scene.join("B", schema);
    }

    private static List<Waiting> blocked() {
        return List.of(
                optimistic(DdlConflictKind.CONFLICT_TYPE, 2, "c::string", scene -> both(scene, "id:int c:int")),
                optimistic(DdlConflictKind.CONFLICT_BACKFILL, 3, "+d:int=5", scene -> {
                    both(scene, "id:int c:int");
                    scene.announce("A", "+d:int");
                }),
                optimistic(
                        DdlConflictKind.CONFLICT_NONDETERMINISTIC_DEFAULT,
                        2,
                        "+d:timestamp=now()",
                        scene -> both(scene, "id:int c:int")),
                optimistic(DdlConflictKind.CONFLICT_READD, 2, "+d:int", scene -> {
                    both(scene, "id:int c:int d:int");
                    scene.announce("B", "-d");
                }),
                optimistic(DdlConflictKind.CONFLICT_NAME_COLLISION, 2, "c=>d", scene -> {
                    both(scene, "id:int c:int");
                    scene.announce("A", "+d:int");
                }),
                optimistic(DdlConflictKind.CONFLICT_IDENTIFIER, 2, "pk(id)", scene -> both(scene, "id:int c:int")),
                optimistic(
                        DdlConflictKind.CONFLICT_STRUCTURE,
                        2,
                        "c::struct<x:int>",
                        scene -> both(scene, "id:int c:int")),
                optimistic(DdlConflictKind.CONFLICT_DEPENDENCY, 2, "-d", scene -> {
                    both(scene, "id:int c:int d:int");
                    scene.changeTable(shape -> shape.toBuilder().addPinnedIds(3).build());
                    scene.announce("A", "-d");
                }),
                new Waiting(
                        "UNFIT",
                        DdlMode.OPTIMISTIC,
                        2,
                        "QUEUED",
                        "id:int c:int",
                        Verbs.ending(DdlConflictKind.CONFLICT_UNFIT),
                        VerbsTest::unfit,
                        "#nothing"));
    }

    private static void unfit(DdlScene scene) {
        both(scene, "id:int c:int");
        scene.announce("A", "+d:int");
        scene.announce("B", "+d:string");
        scene.announce("B", "-d");
        assertThat(scene.replace("B", "#nothing")).isEqualTo("APPLIED NO_OP");
        assertThat(scene.conflicts()).containsExactly("B UNFIT");
    }

    private static List<Waiting> pessimistic() {
        return List.of(
                new Waiting(
                        "MISMATCH",
                        DdlMode.PESSIMISTIC,
                        2,
                        "BLOCKED MISMATCH",
                        "id:int c:int",
                        Verbs.ending(DdlConflictKind.CONFLICT_MISMATCH),
                        scene -> {
                            both(scene, "id:int c:int");
                            scene.announce("A", "+d:int");
                        },
                        "+e:int"),
                new Waiting(
                        "waiting alone",
                        DdlMode.PESSIMISTIC,
                        2,
                        "WAITING",
                        "id:int c:int",
                        Verbs.endingWait(),
                        scene -> both(scene, "id:int c:int"),
                        "+d:int"),
                new Waiting(
                        "waiting with others",
                        DdlMode.PESSIMISTIC,
                        2,
                        "WAITING",
                        "id:int c:int",
                        Verbs.endingWait(),
                        scene -> {
                            both(scene, "id:int c:int");
                            scene.join("C", "id:int c:int");
                            scene.announce("A", "+d:int");
                        },
                        "+d:int"),
                new Waiting(
                        "a whole barrier in conflict",
                        DdlMode.PESSIMISTIC,
                        2,
                        "WAITING",
                        "id:int c:int",
                        Verbs.ending(DdlConflictKind.CONFLICT_TYPE),
                        scene -> {
                            both(scene, "id:int c:int");
                            assertThat(scene.announce("A", "c::string")).isEqualTo("WAITING !CONFLICT_FORESEEN");
                        },
                        "c::string"));
    }

    static Stream<Case> cases() {
        return Stream.concat(blocked().stream(), pessimistic().stream())
                .flatMap(waiting -> waiting.verbs().stream().map(verb -> new Case(waiting, verb)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void theVerbEndsIt(Case one) {
        SoloReplica replica = Replicas.solo();
        DdlScene scene = one.waiting().open(new DdlDriver(() -> replica));

        String said = switch (one.verb()) {
            case VERB_REPLACE -> scene.replace("B", "#nothing");
            case VERB_SET_SCHEMA -> scene.setSchema("B", one.waiting().schema());
            default -> scene.resolve("B", one.verb());
        };

        assertThat(said).startsWith(isSuperseded(one) ? "SUPERSEDED" : "APPLIED");
        assertThat(scene.state("B")).isEqualTo(one.verb() == DdlVerb.VERB_DETACH ? "LEFT" : "ACTIVE");
        assertThat(scene.conflicts()).noneMatch(conflict -> conflict.startsWith("B"));
        scene.driver().read(view -> GroupInvariants.check(view, "g"));
    }

    /** A change that the shard cannot have had is not applied in any sense. */
    private static boolean isSuperseded(Case one) {
        return one.waiting().name().equals("UNFIT") && one.verb() == DdlVerb.VERB_SKIP;
    }

    @Test
    void everyKindOfConflictIsAmongTheStates() {
        Set<DdlConflictKind> missing = EnumSet.allOf(DdlConflictKind.class);
        missing.removeAll(List.of(DdlConflictKind.DDL_CONFLICT_UNSPECIFIED, DdlConflictKind.UNRECOGNIZED));
        List<String> names =
                cases().map(one -> "CONFLICT_" + one.waiting().name()).toList();

        assertThat(missing).allMatch(kind -> names.contains(kind.name()));
        assertThat(Arrays.stream(DdlConflictKind.values()).filter(missing::contains))
                .allMatch(kind -> Verbs.ending(kind).contains(DdlVerb.VERB_DETACH));
    }
}
