package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.raft.node.ExitCode;
import io.ams.testkit.process.Answer;
import io.ams.testkit.process.NodeHttp;
import io.ams.testkit.process.ProcessCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AuthIT {
    private static final String SETTING = "/api/v1/settings/x.auth";
    private static final Map<String, String> VALUE = Map.of("value", "v");

    @RegisterExtension
    static final ProcessCluster CLUSTER = ProcessCluster.listeningEverywhere(2);

    @Test
    void whoShowsNoTokenOrAWrongOneChangesNothing() throws IOException {
        for (String id : CLUSTER.others()) {
            NodeHttp node = CLUSTER.http(id);
            for (NodeHttp stranger : List.of(
                    node, node.with("Authorization", "Bearer wrong"), node.with("Authorization", "Basic eDp5"))) {
                for (Answer answer : List.of(
                        stranger.put(SETTING, VALUE),
                        stranger.post("/api/v1/catalogs", Map.of("name", "c", "warehouse", "file:/tmp/c")),
                        stranger.post("/api/v1/nodes/n1/drain", Map.of()),
                        stranger.delete("/api/v1/peers/n2"))) {
                    assertThat(answer.status()).as("%s", answer).isEqualTo(401);
                    assertThat(answer.errorCode()).isEqualTo("UNAUTHENTICATED");
                }
            }
            assertThat(node.get(SETTING).status()).isEqualTo(404);
            assertThat(node.get("/api/v1/catalogs").good()).hasSize(1);
            assertThat(node.get("/api/v1/nodes/n1").good().path("state").asText())
                    .isEqualTo("ACTIVE");
        }
    }

    @Test
    void joiningNeedsAToken() throws IOException {
        CLUSTER.join("n3", "n1");
        assertThat(CLUSTER.awaitExit("n3")).isEqualTo(ExitCode.JOIN_FAILED.code());
        assertThat(CLUSTER.log("n3"))
                .filteredOn(line -> line.startsWith("ams: "))
                .singleElement()
                .asString()
                .contains("401", "Authorization: Bearer", "[JOIN_FAILED, exit code 17]");
        assertThat(CLUSTER.http("n1").get("/api/v1/nodes").good()).hasSize(2);

        String token = CLUSTER.data("n2").resolve("admin.token").toString();
        CLUSTER.join("n4", "n1", "--token-file", token);
        CLUSTER.awaitReady("n4");
        assertThat(CLUSTER.http("n4").get("/api/v1/peers").good()).hasSize(3);
        // Back to what the other tests expect, whatever their order.
        CLUSTER.http("n1")
                .with(
                        "Authorization",
                        "Bearer " + Files.readString(Path.of(token)).strip())
                .delete("/api/v1/peers/n4");
        assertThat(CLUSTER.awaitExit("n4")).isEqualTo(ExitCode.REMOVED_FROM_CLUSTER.code());
    }

    @Test
    void theTokenOfAnyNodeIsGoodOnEveryNode() throws IOException {
        Set<String> tokens = new HashSet<>();
        for (String owner : CLUSTER.others()) {
            Path file = CLUSTER.data(owner).resolve("admin.token");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            String token = Files.readString(file).strip();
            tokens.add(token);
            for (String id : CLUSTER.others()) {
                String setting = "/api/v1/settings/x.token-" + owner + "-at-" + id;
                NodeHttp node = CLUSTER.http(id).with("Authorization", "Bearer " + token);
                assertThat(node.put(setting, VALUE).status()).isEqualTo(200);
                assertThat(CLUSTER.http(id).get(setting).good().path("value").asText())
                        .isEqualTo("v");
            }
        }
        assertThat(tokens).as("each node has a token of its own").hasSize(2);
    }
}
