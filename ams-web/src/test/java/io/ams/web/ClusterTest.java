package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.raft.Member;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cluster, nodes and peers. */
class ClusterTest {
    private static final String JOIN =
            "{\"id\":\"n4\",\"raftAddress\":\"h4:9871\",\"httpAddress\":\"h4:8181\",\"incarnation\":\"i4\"}";

    private final Path data;
    private final StandIn replica = new StandIn();
    private final Scene scene = new Scene(replica.solo).node("n2").node("n3");
    private Web web;

    ClusterTest(@TempDir Path data) {
        this.data = data;
    }

    @BeforeEach
    void open() {
        replica.members.add(new Member("n2", "n2:9871", false, 35, 12));
        replica.members.add(new Member("n3", "n3:9871", false, 40, 60_000));
        web = Web.open(replica, data);
    }

    @AfterEach
    void close() {
        web.close();
    }

    @Test
    void theClusterIsShownWithTheLeadersFigures() {
        scene.buckets("n2").namespace("ns").table("ns", "orders", 0);
        JsonNode cluster = web.get("/api/v1/cluster").json();
        assertThat(cluster.get("clusterId").asText()).isEqualTo("solo-cluster");
        assertThat(cluster.get("nodeId").asText()).isEqualTo("solo");
        assertThat(cluster.get("leaderId").asText()).isEqualTo("solo");
        assertThat(cluster.get("ownershipMode").asText()).isEqualTo("balanced");
        assertThat(cluster.get("failureTolerance").asInt())
                .as("n3 has been silent for a minute")
                .isZero();
        JsonNode n2 = cluster.get("nodes").get(0);
        assertThat(n2.toString())
                .isEqualTo(
                        "{\"id\":\"n2\",\"state\":\"ACTIVE\",\"raftAddress\":\"n2:9871\",\"httpAddress\":\"n2:8181\","
                                + "\"version\":\"0.1.0\",\"role\":\"FOLLOWER\",\"voter\":true,\"matchIndex\":35,\"lag\":5,"
                                + "\"lastContactMillis\":12,\"buckets\":4,\"tables\":1}");
        assertThat(web.get("/api/v1/nodes").json()).isEqualTo(cluster.get("nodes"));
        assertThat(web.get("/api/v1/nodes/n2").json()).isEqualTo(n2);
        assertThat(web.get("/api/v1/nodes/n9").errorCode()).isEqualTo("NODE_NOT_FOUND");
    }

    @Test
    void withoutALeaderTheClusterIsShownWithoutItsFigures() {
        replica.leader = Optional.empty();
        replica.leaderAnswers = false;
        for (String path : new String[] {"/api/v1/cluster?consistency=local", "/api/v1/cluster"}) {
            JsonNode cluster = web.get(path).json();
            assertThat(cluster.has("leaderId")).isFalse();
            assertThat(cluster.has("failureTolerance")).isFalse();
            JsonNode n2 = cluster.get("nodes").get(0);
            assertThat(n2.get("voter").asBoolean()).isTrue();
            assertThat(n2.has("role") || n2.has("lag") || n2.has("matchIndex")).isFalse();
        }
    }

    @Test
    void aMemberThatHasNotSaidWhoItIsIsShown() {
        replica.members.add(new Member("n7", "n7:9871", false, 1, 5));
        JsonNode unknown = web.get("/api/v1/nodes/n7").json();
        assertThat(unknown.get("state").asText()).isEqualTo("JOINING");
        assertThat(unknown.get("raftAddress").asText()).isEqualTo("n7:9871");
    }

    @Test
    void aNodeSaysHowItStands() {
        JsonNode self = web.get("/api/v1/nodes/self").json();
        assertThat(self.get("id").asText()).isEqualTo("solo");
        assertThat(self.get("lifecycle").asText()).isEqualTo("RUNNING");
        assertThat(self.get("role").asText()).isEqualTo("LEADER");
        assertThat(self.get("appliedIndex").asLong()).isEqualTo(replica.status().appliedIndex());
        assertThat(self.get("digest").asText()).isEqualTo(replica.status().digest());
        assertThat(self.get("httpAddress").asText()).isEqualTo("solo:8181");
    }

    @Test
    void drainAndUndrain() {
        Web.Answer drained = web.post("/api/v1/nodes/n2/drain", "");
        assertThat(drained.status()).isEqualTo(200);
        assertThat(drained.json().get("state").asText()).isEqualTo("DRAINING");
        assertThat(web.post("/api/v1/nodes/n2/undrain", "").json().get("state").asText())
                .isEqualTo("ACTIVE");
        assertThat(web.post("/api/v1/nodes/n9/drain", "").errorCode()).isEqualTo("NODE_NOT_FOUND");
    }

    @Test
    void aPeerJoinsOnceHoweverOftenItAsks() {
        for (int i = 0; i < 2; i++) {
            Web.Answer joined = web.post("/api/v1/peers", JOIN);
            assertThat(joined.status()).isEqualTo(201);
            assertThat(joined.json().get("id").asText()).isEqualTo("n4");
            assertThat(joined.json().get("state").asText()).isEqualTo("ACTIVE");
            assertThat(joined.json().get("voter").asBoolean()).isTrue();
            assertThat(joined.header("X-AMS-Index")).isNotEmpty();
        }
        assertThat(replica.asked).containsExactly("add n4 h4:9871", "add n4 h4:9871");
        assertThat(web.get("/api/v1/peers").json().findValuesAsText("id")).containsExactly("solo", "n2", "n3", "n4");
    }

    @Test
    void aPeerThatIsAnotherOrMalformedIsRefusedBeforeTheGroupIsAsked() {
        assertThat(web.post("/api/v1/peers", JOIN.replace("n4", "n2")).errorCode())
                .isEqualTo("NODE_ID_TAKEN");
        assertThat(web.post("/api/v1/peers", JOIN.replace("h4:9871", "h4")).body())
                .contains("raftAddress must be host:port");
        assertThat(web.post("/api/v1/peers", "{\"id\":\"n4\"}").status()).isEqualTo(400);
        assertThat(replica.asked).isEmpty();
    }

    @Test
    void aPeerLeavesOnceItOwnsNothing() {
        scene.buckets("n2");
        CompletableFuture<Web.Answer> leaving = CompletableFuture.supplyAsync(() -> web.delete("/api/v1/peers/n2"));
        Awaitility.await()
                .until(() -> web.get("/api/v1/nodes/n2").json().get("state").asText(), "DRAINING"::equals);
        assertThat(replica.asked).as("it owns buckets yet").isEmpty();
        assertThat(leaving).isNotDone();
        scene.buckets("n3");
        assertThat(leaving.join().status()).isEqualTo(204);
        assertThat(replica.asked).containsExactly("remove n2");
        assertThat(web.get("/api/v1/nodes/n2").json().get("state").asText()).isEqualTo("GONE");
        assertThat(web.delete("/api/v1/peers/n2").status()).isEqualTo(204);
        assertThat(replica.asked).as("it is gone already").hasSize(1);
    }

    @Test
    void aPeerNeitherRemovesItselfNorAStranger() {
        assertThat(web.delete("/api/v1/peers/solo").errorCode()).isEqualTo("MEMBERSHIP_REFUSED");
        assertThat(web.delete("/api/v1/peers/n9").errorCode()).isEqualTo("NODE_NOT_FOUND");
    }

    @Test
    void leadershipIsHandedOn() {
        assertThat(web.post("/api/v1/peers/transfer", "{\"id\":\"n2\"}").body()).isEqualTo("{\"leaderId\":\"n2\"}");
        assertThat(web.post("/api/v1/peers/transfer", "{}").body()).isEqualTo("{\"leaderId\":\"solo\"}");
        assertThat(web.send("POST", "/api/v1/peers/transfer", null, "Content-Type", "application/json")
                        .status())
                .isEqualTo(200);
        assertThat(replica.asked).containsExactly("transfer n2", "transfer to anyone", "transfer to anyone");
    }

    @Test
    void consistencyIsTakenFromHeaderAndParameter() {
        replica.reads.clear();
        web.get("/api/v1/catalogs");
        web.get("/api/v1/catalogs?consistency=local");
        web.get("/api/v1/catalogs?consistency=local", "X-AMS-Consistency", "STRICT");
        web.get("/api/v1/catalogs", "X-AMS-Consistency", "bookmark", "X-AMS-Min-Index", "7");
        assertThat(replica.reads)
                .containsExactly(
                        io.ams.raft.Consistency.STRICT,
                        io.ams.raft.Consistency.LOCAL,
                        io.ams.raft.Consistency.STRICT,
                        io.ams.raft.Consistency.bookmark(7));
        assertThat(web.get("/api/v1/catalogs?consistency=eventual").errorCode()).isEqualTo("BAD_REQUEST");
        assertThat(web.get("/api/v1/catalogs?consistency=bookmark").body()).contains("X-AMS-Min-Index");
        assertThat(web.get("/api/v1/catalogs?consistency=bookmark&minIndex=-1").status())
                .isEqualTo(400);
    }

    @Test
    void probesTellReadingFromWriting() {
        assertThat(web.get("/livez").status()).isEqualTo(200);
        assertThat(web.get("/readyz/read").body())
                .isEqualTo(
                        "{\"ready\":true,\"checks\":[{\"name\":\"running\",\"ok\":true,\"detail\":\"node is RUNNING\"}]}");
        assertThat(web.get("/readyz/write").status()).isEqualTo(200);
        replica.leader = Optional.empty();
        assertThat(web.get("/readyz/read").status()).isEqualTo(200);
        Web.Answer write = web.get("/readyz/write");
        assertThat(write.status()).isEqualTo(503);
        assertThat(write.json().get("ready").asBoolean()).isFalse();
        assertThat(write.body()).contains("{\"name\":\"leader_known\",\"ok\":false,\"detail\":\"no leader is known\"}");
        replica.lifecycle = io.ams.raft.NodeStatus.Lifecycle.STOPPING;
        assertThat(web.get("/readyz/read").status()).isEqualTo(503);
        assertThat(web.get("/livez").status()).isEqualTo(200);
        replica.lifecycle = io.ams.raft.NodeStatus.Lifecycle.CLOSED;
        assertThat(web.get("/livez").status()).isEqualTo(503);
    }

    @Test
    void aWriteWhoseResultCannotBeReadIsNotSaidToHaveFailed() {
        replica.catchesUp = false;

        Web.Answer answer = web.put("/api/v1/groups/g1", "{\"properties\":{}}");

        assertThat(answer.status()).isEqualTo(504);
        assertThat(answer.errorCode()).isEqualTo("OUTCOME_UNKNOWN");
        assertThat(answer.body())
                .contains("READ_TIMEOUT: it was told to be slow")
                .doesNotContain("Exception");
        replica.catchesUp = true;
        assertThat(web.get("/api/v1/groups").body()).contains("g1");
    }
}
