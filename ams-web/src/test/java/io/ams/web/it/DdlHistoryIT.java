package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.ddl.group.Modes;
import io.ams.ddl.protocol.ShardGroupRequest;
import io.ams.proto.DdlMode;
import io.ams.testkit.ddl.history.DdlLoad;
import io.ams.testkit.ddl.history.DdlLook;
import io.ams.testkit.ddl.history.GroupSeen;
import io.ams.testkit.process.NodeHttp;
import io.ams.testkit.process.ProcessCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Groups of eight shards announce through all nodes while nodes are killed and paused, the leader above all: one order, that of the
 * group's versions, explains every answer, every look and the end, by the reference model.
 *
 * <p>System properties: {@code ddl.history.seeds} with commas (default: three new ones), {@code ddl.history.announcements} to make for
 * each, by all groups together, {@code ddl.history.modes} with commas (default: all), and {@code ddl.history.groups} (default: one of
 * each mode).
 */
class DdlHistoryIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final String NAMESPACES = "/iceberg/v1/default/namespaces";
    private static final String NAMESPACE = "histories";
    private static final List<DdlMode> MODES = Arrays.stream(
                    System.getProperty("ddl.history.modes", "optimistic,pessimistic,strict-optimistic")
                            .split(",", -1))
            .map(mode -> Modes.parse(mode.strip()).orElseThrow())
            .toList();
    private static final int ANNOUNCEMENTS = Integer.getInteger("ddl.history.announcements", 600);
    private static final int GROUPS = Integer.getInteger("ddl.history.groups", MODES.size());

    /** Announcements between two blows: more where there are many, or nodes would do nothing but start. */
    private static final int A_WHILE = Math.max(60, ANNOUNCEMENTS / 50);

    @RegisterExtension
    static final ProcessCluster CLUSTER = ProcessCluster.of(3);

    static LongStream seeds() {
        String seeds = System.getProperty("ddl.history.seeds", "");
        return seeds.isEmpty()
                ? LongStream.of(System.nanoTime()).flatMap(first -> LongStream.range(first, first + 3))
                : Arrays.stream(seeds.split(",", -1)).map(String::strip).mapToLong(Long::parseLong);
    }

    private final List<NodeHttp> nodes =
            CLUSTER.others().stream().map(CLUSTER::http).toList();
    private final HttpDoor door = new HttpDoor(nodes);

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void oneOrderExplainsWhatAllShardsAreToldThoughNodesAreKilledAndPaused(long seed) throws IOException {
        System.out.println("history of shard DDL: seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        long begun = System.nanoTime();
        List<DdlLoad> loads = new ArrayList<>();
        try {
            for (int number = 0; number < GROUPS; number++) {
                loads.add(load(seed, number, random));
            }
            Nemesis nemesis = new Nemesis(CLUSTER, random, () -> announcements(loads), A_WHILE);
            nemesis.strikeUntil((long) ANNOUNCEMENTS * 9 / 10);
            loads.forEach(load -> load.await(PATIENCE));
            double seconds = (System.nanoTime() - begun) / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "seed %d: %d announcements in %d groups in %.0f s, %.0f/s; %s%n",
                    seed,
                    announcements(loads),
                    GROUPS,
                    seconds,
                    announcements(loads) / seconds,
                    nemesis.done());
            assertThat(nemesis.done()).as("blows").isNotEmpty();
            for (DdlLoad load : loads) {
                check(seed, load);
            }
        } finally {
            loads.forEach(DdlLoad::close);
        }
    }

    private DdlLoad load(long seed, int number, SplittableRandom random) throws IOException {
        DdlMode mode = MODES.get(number % MODES.size());
        int format = 2 + Math.floorMod(seed + number / MODES.size() + number, 2);
        String group = "seed" + seed + "-" + number;
        NodeHttp node = nodes.get(0);
        int namespace =
                node.post(NAMESPACES, Map.of("namespace", List.of(NAMESPACE))).status();
        assertThat(namespace).isIn(200, 409);
        node.post(
                        tables(),
                        Map.of(
                                "name",
                                group,
                                "schema",
                                Map.of("type", "struct", "schema-id", 0, "fields", List.of()),
                                "properties",
                                Map.of("self-optimizing.enabled", "false", "format-version", String.valueOf(format))))
                .good();
        node.post(
                        "/api/v1/ddl/groups",
                        new ShardGroupRequest(group, null, NAMESPACE + "." + group, Modes.name(mode), null))
                .good();
        int share = (ANNOUNCEMENTS + GROUPS - 1) / GROUPS;
        return DdlLoad.start(door, group, mode, format, random.nextLong(), share);
    }

    private static String tables() {
        return NAMESPACES + "/" + NAMESPACE + "/tables";
    }

    private static long announcements(List<DdlLoad> loads) {
        return loads.stream().mapToLong(DdlLoad::announcements).sum();
    }

    private void check(long seed, DdlLoad load) throws IOException {
        String group = load.history().group();
        GroupSeen last = lookEverywhere(load);
        long begun = System.nanoTime();
        Optional<String> disagreement = load.history().disagreement();
        System.out.printf(
                Locale.ROOT,
                "%s: version %d, %s, checked in %.1f s%n",
                group,
                last.version(),
                load.history().counts(),
                (System.nanoTime() - begun) / 1e9);
        assertThat(disagreement).as("seed %s, group %s", seed, group).isEmpty();
        for (NodeHttp node : nodes) {
            JsonNode metadata = node.get(tables() + "/" + group).good().path("metadata");
            assertThat(fields(metadata))
                    .as("seed %s: the table of %s as %s has it", seed, group, node.base())
                    .containsExactlyElementsOf(last.fields().stream()
                            .map(field -> field.replaceFirst(" initially .*| had by .*", ""))
                            .toList());
        }
    }

    private GroupSeen lookEverywhere(DdlLoad load) {
        String group = load.history().group();
        GroupSeen last = new GroupSeen(GroupSeen.Depth.GLANCE, 0, List.of());
        for (int node = 0; node < nodes.size(); node++) {
            int here = node;
            long start = System.nanoTime();
            last = await("the group as node " + node + " shows it")
                    .atMost(PATIENCE)
                    .until(() -> door.lookClosely(here, group), Optional::isPresent)
                    .orElseThrow();
            load.history().add(new DdlLook("node " + node, start, System.nanoTime(), last));
        }
        return last;
    }

    /** The fields of the table's schema, as a look at the group has them. */
    private static List<String> fields(JsonNode metadata) {
        List<String> fields = new ArrayList<>();
        for (JsonNode schema : metadata.path("schemas")) {
            if (schema.path("schema-id").asInt()
                    == metadata.path("current-schema-id").asInt()) {
                schema.path("fields")
                        .forEach(field -> fields.add("field " + field.path("id").asInt() + " "
                                + field.path("name").asText() + " "
                                + field.path("type").asText().replace(" ", "")
                                + (field.path("required").asBoolean() ? " required" : "")));
            }
        }
        return fields;
    }
}
