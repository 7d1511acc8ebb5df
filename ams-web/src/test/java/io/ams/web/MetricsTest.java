package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.testkit.SoloReplica;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus is given, read the way Prometheus reads it. */
class MetricsTest {
    private static final Pattern SAMPLE =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\n]|\\\\.)*\""
                    + "(?:,[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\n]|\\\\.)*\")*})? (NaN|[+-]Inf|[-+0-9.eE]+)");

    @Test
    void figuresAreWellFormedAndTrue(@TempDir Path data) {
        SoloReplica replica = new SoloReplica();
        new Scene(replica).buckets(SoloReplica.NODE_ID);
        try (Web web = Web.open(replica, data)) {
            web.get("/api/v1/cluster");
            Web.Answer answer = web.send(web.adminUri("/metrics"), "GET", null);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Content-Type")).startsWith("text/plain").contains("version=0.0.4");
            Map<String, String> samples = parse(answer.body());
            assertThat(samples)
                    .containsEntry(
                            "ams_applied_index{node=\"solo\"}",
                            "" + replica.status().appliedIndex())
                    .containsEntry("ams_leader_known{node=\"solo\"}", "1")
                    .containsEntry("ams_role{node=\"solo\",role=\"LEADER\"}", "1")
                    .containsEntry("ams_role{node=\"solo\",role=\"FOLLOWER\"}", "0")
                    .containsEntry("ams_buckets_owned{node=\"solo\"}", "" + Scene.BUCKETS)
                    .containsKeys(
                            "ams_commit_index{node=\"solo\"}",
                            "ams_durable_index{node=\"solo\"}",
                            "jvm_memory_heap_used{node=\"solo\"}");
            assertThat(samples.keySet())
                    .as("requests are timed, in seconds")
                    .anyMatch(name -> name.contains("requests_seconds{") && name.contains("quantile=\"0.99\""))
                    .anyMatch(name -> name.contains("requests_seconds_count{"));
        }
    }

    @Test
    void shardsAreCountedByStateAndWhatWaitsHasAnAge(@TempDir Path folder) {
        try (ShardScene scene = new ShardScene(folder)) {
            Map<String, String> none = parse(metrics(scene.web));
            assertThat(none)
                    .containsEntry("ams_ddl_groups{node=\"solo\"}", "0")
                    .containsEntry("ams_ddl_shards{node=\"solo\",state=\"ACTIVE\"}", "0")
                    .containsEntry("ams_ddl_oldest_barrier_age_seconds{node=\"solo\"}", "0")
                    .containsEntry("ams_ddl_oldest_conflict_age_seconds{node=\"solo\"}", "0");
            scene.group("pessimistic").joined("a", "").joined("b", "").joined("c", "");
            ShardScene.done(scene.web.put(
                    ShardScene.shard("d"),
                    ShardScene.body("{'loading':true,'createTable':'CREATE TABLE o (id BIGINT NOT NULL)'}")));
            scene.announced("a", 1, "ADD COLUMN x INT");
            scene.announced("b", 1, "ADD COLUMN y INT");
            Map<String, String> samples = parse(metrics(scene.web));
            assertThat(samples)
                    .containsEntry("ams_ddl_groups{node=\"solo\"}", "1")
                    .containsEntry("ams_ddl_shards{node=\"solo\",state=\"LOADING\"}", "1")
                    .containsEntry("ams_ddl_shards{node=\"solo\",state=\"ACTIVE\"}", "1")
                    .containsEntry("ams_ddl_shards{node=\"solo\",state=\"WAITING\"}", "1")
                    .containsEntry("ams_ddl_shards{node=\"solo\",state=\"BLOCKED\"}", "1")
                    .containsEntry("ams_ddl_pending_announcements{node=\"solo\"}", "2")
                    .containsEntry("ams_ddl_open_conflicts{node=\"solo\"}", "1");
            Awaitility.await().untilAsserted(() -> {
                Map<String, String> later = parse(metrics(scene.web));
                assertThat(Double.parseDouble(later.get("ams_ddl_oldest_barrier_age_seconds{node=\"solo\"}")))
                        .isBetween(0.001, 60.0);
                assertThat(Double.parseDouble(later.get("ams_ddl_oldest_conflict_age_seconds{node=\"solo\"}")))
                        .isBetween(0.001, 60.0);
            });
        }
    }

    private static String metrics(Web web) {
        return web.send(web.adminUri("/metrics"), "GET", null).body();
    }

    /** Samples by name and labels; fails on a line that is none and on what is said twice. */
    private static Map<String, String> parse(String text) {
        Map<String, String> samples = new HashMap<>();
        Set<String> families = new HashSet<>();
        List<String> strange = new ArrayList<>();
        String family = "";
        for (String line : text.split("\n", -1)) {
            if (line.startsWith("# TYPE ")) {
                family = line.split(" ", -1)[2];
                assertThat(families.add(family)).as(family).isTrue();
                assertThat(line.split(" ", -1)[3]).isIn("counter", "gauge", "summary");
            } else if (!line.startsWith("# HELP ") && !line.isEmpty()) {
                Matcher sample = SAMPLE.matcher(line);
                if (!sample.matches() || !sample.group(1).startsWith(family)) {
                    strange.add(line);
                } else {
                    String key = line.substring(0, line.lastIndexOf(' '));
                    assertThat(samples.put(key, sample.group(3))).as(key).isNull();
                }
            }
        }
        assertThat(strange).isEmpty();
        return samples;
    }
}
