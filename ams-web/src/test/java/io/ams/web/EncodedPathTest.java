package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.testkit.SoloReplica;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A path segment is decoded once, and may hold anything. */
class EncodedPathTest {
    @Test
    void segmentsRoundTrip(@TempDir Path data) {
        Map<String, String> segments = Map.ofEntries(
                Map.entry("a%1Fb", "a\u001fb"),
                Map.entry("a%2Fb", "a/b"),
                Map.entry("100%25", "100%"),
                Map.entry("%252F", "%2F"),
                Map.entry("a%5Cb", "a\\b"),
                Map.entry("a%20b", "a b"),
                Map.entry("a+b", "a+b"),
                Map.entry("a%2Bb", "a+b"),
                Map.entry("a%3Bb", "a;b"),
                Map.entry("a%3Fb%23c", "a?b#c"),
                Map.entry("%22%3Ca%3E%22", "\"<a>\""),
                Map.entry("%C3%A4%E2%82%AC%F0%9F%99%82", "ä€🙂"),
                Map.entry("a..b", "a..b"));
        try (Web web = Web.open(new SoloReplica(), data)) {
            segments.forEach((encoded, decoded) -> {
                Web.Answer answer = web.get("/iceberg/v1/probing/echo/" + encoded + "/x/" + encoded);
                assertThat(answer.status()).as(encoded + " " + answer.body()).isEqualTo(200);
                assertThat(answer.json().get("first").asText()).isEqualTo(decoded);
                assertThat(answer.json().get("second").asText()).isEqualTo(decoded);
            });
            assertThat(web.put("/api/v1/settings/x.a%2Fb%25", "{\"value\":\"v\"}")
                            .json()
                            .get("key")
                            .asText())
                    .isEqualTo("x.a/b%");
            assertThat(web.get("/api/v1/settings/x.a%2Fb%25").status()).isEqualTo(200);
        }
    }
}
