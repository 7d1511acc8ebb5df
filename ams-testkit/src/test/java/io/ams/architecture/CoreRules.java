package io.ams.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import io.ams.store.StateStore;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/** Which package of the state machine may see what, below any base package, so that fixtures can break the rules too. */
final class CoreRules {
    /** Methods, by owner and name, whose answer is not the same on every node and at every replay. */
    private static final Set<String> UNSTEADY = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.lang.System.identityHashCode",
            "java.lang.Math.random",
            "java.time.Instant.now",
            "java.util.UUID.randomUUID",
            "java.util.Locale.getDefault",
            "java.util.Collections.shuffle");

    /** Methods that take the locale of the machine unless they are given one. */
    private static final Set<String> LOCALIZED = Set.of(
            "java.lang.String.format",
            "java.lang.String.formatted",
            "java.lang.String.toLowerCase",
            "java.lang.String.toUpperCase");

    private static final String[] OUTSIDE_WORLD = {
        "java.net..", "java.nio.file..", "java.nio.channels..", "java.util.concurrent..", "java.security.."
    };

    private static final Set<String> OUTSIDE_CLASSES = Set.of(
            "java.lang.Thread",
            "java.lang.Runtime",
            "java.lang.Process",
            "java.lang.ThreadLocal",
            "java.io.File",
            "java.io.FileInputStream",
            "java.io.FileOutputStream",
            "java.io.RandomAccessFile",
            "java.time.Clock",
            "java.time.ZoneId",
            "java.time.LocalDateTime",
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.TimeZone",
            "java.util.Timer");

    private final String base;

    CoreRules(String base) {
        this.base = base;
    }

    ArchRule stateSeesOnlyItself() {
        return sees("state", "the state knows nothing of what is done with it", "state");
    }

    ArchRule rulesSeeOnlyState() {
        return sees(
                "op",
                "a rule sees the state, its command and what is decided about shards, and nothing else",
                "op",
                "ddl",
                "ddl.group",
                "state");
    }

    ArchRule schemasSeeOnlyThemselves() {
        return sees("ddl", "what schemas come to is decided from messages alone", "ddl");
    }

    ArchRule groupsSeeOnlySchemasAndState() {
        return sees(
                "ddl.group", "a group of shards sees the state and what schemas come to", "ddl.group", "ddl", "state");
    }

    ArchRule plannersSeeOnlyStateAndOperations() {
        return sees(
                "plan", "a planner sees the state and proposes operations, and nothing else", "plan", "op", "state");
    }

    ArchRule storesSeeOnlyState() {
        return sees("store", "a store keeps rows and knows no rule", "store", "store.rocks", "state");
    }

    ArchRule publishersSeeOnlyStateAndPosition() {
        return sees("publish", "what is published is changes and a position", "publish", "store", "state");
    }

    ArchRule applySeesNoParticularStore() {
        return sees("apply", "the log is applied to any store", "apply", "op", "publish", "store", "state");
    }

    /** A package may see the Java library, protobuf messages, and what is named here of our own. */
    private ArchRule sees(String subject, String sentence, String... allowed) {
        String[] own = Stream.concat(
                        Stream.of("io.ams.proto"), Arrays.stream(allowed).map(this::in))
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(in(subject))
                .should()
                .dependOnClassesThat(resideInAPackage("io.ams..").and(not(resideInAnyPackage(own))))
                .as(sentence);
    }

    private String in(String part) {
        return base + "." + part;
    }

    ArchRule onlyOneStoreSeesRocksDb() {
        return noClasses()
                .that()
                .resideOutsideOfPackage(in("store.rocks"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.rocksdb..")
                .as("only the store on disk sees RocksDB");
    }

    ArchRule theCoreSeesNoShell() {
        return noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.ratis..",
                        "org.apache.iceberg..",
                        "org.apache.hadoop..",
                        "io.dropwizard..",
                        "jakarta..",
                        "java.net.http..",
                        "org.slf4j..")
                .as("the state machine knows no consensus library, no table format library, no HTTP and no log file");
    }

    ArchRule nothingOfTheOutsideReachesARule() {
        return noClasses()
                .that()
                .resideInAnyPackage(in("op"), in("plan"), in("state"), in("ddl"), in("ddl.group"))
                .should()
                .dependOnClassesThat(resideInAnyPackage(OUTSIDE_WORLD).or(outsideClass()))
                .as("rules, planners, shards and state see no clock, randomness, threads, network or files");
    }

    private static DescribedPredicate<JavaClass> outsideClass() {
        return describe("belong to the outside world", (JavaClass type) -> OUTSIDE_CLASSES.contains(type.getName()));
    }

    ArchRule noRuleAsksWhatDiffersBetweenNodes() {
        return noClasses()
                .that()
                .resideInAnyPackage(in("op"), in("plan"), in("state"), in("ddl"), in("ddl.group"))
                .should()
                .callMethodWhere(describe("the answer may differ between nodes", CoreRules::isUnsteady))
                .as("rules, planners, shards and state ask for no time, chance, environment or locale");
    }

    private static boolean isUnsteady(JavaCall<?> call) {
        String method = call.getTargetOwner().getName() + "." + call.getTarget().getName();
        boolean givenALocale = call.getTarget().getRawParameterTypes().stream()
                .anyMatch(type -> type.getName().equals("java.util.Locale"));
        return UNSTEADY.contains(method) || (LOCALIZED.contains(method) && !givenALocale);
    }

    ArchRule onlyApplyCommits() {
        return noClasses()
                .that()
                .resideOutsideOfPackage(in("apply"))
                .should()
                .callMethodWhere(describe("rows are committed", CoreRules::isCommit))
                .as("only the code that applies the log commits");
    }

    private static boolean isCommit(JavaCall<?> call) {
        return call.getTarget().getName().equals("commit")
                && call.getTargetOwner().isAssignableTo(StateStore.class);
    }
}
