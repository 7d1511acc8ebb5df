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
