package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;

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
