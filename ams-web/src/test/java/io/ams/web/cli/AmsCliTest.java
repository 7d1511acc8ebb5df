package io.ams.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.web.cli.FakeNode.Asked;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class AmsCliTest {
    private static final String NOWHERE = "127.0.0.1:1";

    private final Path data;
    private final FakeNode node = new FakeNode();
    private final Map<String, String> environment = new HashMap<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    AmsCliTest(@TempDir Path data) {
        this.data = data;
    }

    @BeforeEach
    void pointAtTheNode() {
        environment.put("AMS_URL", node.url().toString());
        environment.put("AMS_DATA", data.toString());
    }

    @AfterEach
    void close() {
        node.close();
    }

    private int ams(String... args) {
        CommandLine line = AmsCli.commandLine(environment);
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    private Asked lastAsked() {
        return node.asked().get(node.asked().size() - 1);
    }

    /** Three members; n1 is this node, n2 lives at the same address, n3 at the given one. */
    private void cluster(String leader, String third) {
        String member = "{'id':'%s','state':'ACTIVE','raftAddress':'127.0.0.1:987%d','httpAddress':'%s','voter':true,"
                + "'buckets':%d,'lag':0,'version':'0.1'}";
        node.on(
                "GET /api/v1/cluster",
                200,
                "{'clusterId':'c1','nodeId':'n1'," + leader + "'term':4,'ownershipMode':'balanced','featureLevel':1,"
                        + "'nodes':[" + member.formatted("n1", 1, node.address(), 86) + ","
                        + member.formatted("n2", 2, node.address(), 85) + "," + member.formatted("n3", 3, third, 85)
                        + "]}");
        node.on("GET /api/v1/nodes/self", 200, "{'role':'FOLLOWER','lifecycle':'RUNNING','appliedIndex':77}");
    }

    @Test
    void statusSaysFirstWhatTheClusterCanStillLose() {
        cluster("'leaderId':'n2',", node.address());

        assertThat(ams("status")).isZero();

        assertThat(out.toString().lines().toList())
                .startsWith(
                        "failure tolerance: 1 more node (3 of 3 voting nodes answer, 2 are needed)",
                        "leader n2 in term 4")
                .anyMatch(line -> line.matches("n3 +ACTIVE +FOLLOWER +yes +77 .*"));
        assertThat(node.asked().get(0).headers()).containsEntry("X-ams-consistency", "local");
    }

    @Test
    void statusShowsWhoDoesNotAnswerAsARowAndReturnsThatItIsNotWhole() {
        cluster("'leaderId':'n2',", NOWHERE);

        assertThat(ams("status")).isEqualTo(CliExit.UNHEALTHY.code());

        assertThat(out.toString())
                .startsWith("failure tolerance: 0 more nodes (2 of 3 voting nodes answer, 2 are needed)")
                .containsPattern("n3 +ACTIVE .*UNREACHABLE");
    }

    @Test
    void statusOnAMinorityNodeSaysSo() {
        cluster("", NOWHERE);

        assertThat(ams("status")).isEqualTo(CliExit.UNHEALTHY.code());

        assertThat(out.toString()).contains("no leader: node n1 is cut off from a majority");
    }

    @Test
    void statusAsJsonHoldsWhatEachNodeSaysOfItself() {
        cluster("'leaderId':'n2',", NOWHERE);

        assertThat(ams("status", "--json")).isEqualTo(CliExit.UNHEALTHY.code());

        assertThat(out.toString()).contains("\"self\" : null").contains("\"appliedIndex\" : 77");
    }

    @Test
    void drainWaitsUntilNothingIsOwnedAndShowsTheWay() {
        node.on("POST /api/v1/nodes/n2/drain", 200, "{'id':'n2','state':'DRAINING','buckets':85}")
                .on("GET /api/v1/nodes/n2", 200, "{'id':'n2','state':'DRAINING','buckets':40}")
                .on("GET /api/v1/nodes/n2", 200, "{'id':'n2','state':'DRAINING','buckets':0}");

        assertThat(ams("node", "drain", "n2")).isZero();

        assertThat(err.toString()).contains("n2: 40 of 85 buckets left", "n2: 0 of 85 buckets left");
        assertThat(out.toString()).contains("n2 is DRAINING and owns 0 buckets");
        assertThat(node.asked().get(0).headers()).containsKey("Idempotency-key");
    }

    @Test
    void drainThatTakesTooLongSaysWhatItSaw() {
        node.on("POST /api/v1/nodes/n2/drain", 200, "{'id':'n2','state':'DRAINING','buckets':85}")
                .on("GET /api/v1/nodes/n2", 200, "{'id':'n2','state':'DRAINING','buckets':40}");

        assertThat(ams("node", "drain", "n2", "--timeout", "0")).isEqualTo(CliExit.NOT_IN_TIME.code());

        assertThat(err.toString()).contains("node n2 still owns buckets after 0 s; last seen: 40 buckets");
    }

    @Test
    void undrainAndListWork() {
        node.on("POST /api/v1/nodes/n2/undrain", 200, "{'id':'n2','state':'ACTIVE','buckets':0}")
                .on("GET /api/v1/nodes", 200, "[{'id':'n2','state':'ACTIVE','buckets':3}]");

        assertThat(ams("node", "undrain", "n2")).isZero();
        assertThat(ams("node", "list")).isZero();

        assertThat(out.toString()).contains("n2 is ACTIVE").containsPattern("n2 +ACTIVE +- +3");
    }

    @Test
    void peersAreListedAddedRemovedAndLed() {
        node.on("GET /api/v1/peers", 200, "[{'id':'n1','raftAddress':'h1:9871','leader':true,'matchIndex':9,'lag':0}]")
                .on("GET /api/v1/nodes/self", 200, "{'incarnation':'abc'}")
                .on("POST /api/v1/peers", 201, "{'id':'n4','state':'ACTIVE'}")
                .on("DELETE /api/v1/peers/n4", 204, "")
                .on("POST /api/v1/peers/transfer", 200, "{'leaderId':'n3'}");

        assertThat(ams("peer", "list")).isZero();
        assertThat(out.toString()).containsPattern("n1 +yes +h1:9871 +9 +0 +-");
        assertThat(ams("peer", "add", "n4", "--raft", "h4:9871", "--http", node.address()))
                .isZero();
        assertThat(lastAsked().body())
                .isEqualTo("{\"id\":\"n4\",\"raftAddress\":\"h4:9871\",\"httpAddress\":\"" + node.address()
                        + "\",\"incarnation\":\"abc\"}");
        assertThat(ams("peer", "remove", "n4")).isZero();
        assertThat(ams("peer", "transfer", "n3")).isZero();
        assertThat(lastAsked().body()).isEqualTo("{\"id\":\"n3\"}");
        assertThat(ams("peer", "transfer")).isZero();
        assertThat(lastAsked().body()).isEqualTo("{}");
        assertThat(out.toString()).contains("leader: n3");
    }

    @Test
    void tablesAreListedPageByPage() {
        node.on("GET /api/v1/tables?catalog=default&pageSize=100", 200, """
                        {'tables':[{'namespace':['a','b'],'name':'t','owner':'n1','epoch':3,'health':90}],'nextPageToken':'x y'}""")
                .on("GET /api/v1/tables?catalog=default&pageSize=100&pageToken=x%20y", 200, """
                        {'tables':[{'namespace':['c'],'name':'u','owner':'n2'}]}""");

        assertThat(ams("table", "list")).isZero();

        assertThat(out.toString()).containsPattern("a\\.b\\.t +n1 +3 +90").containsPattern("c\\.u +n2");
    }

    @Test
    void aTableIsMovedAndBothOwnersAreShown() {
        node.on("GET /api/v1/tables/by-name?catalog=default&name=ns.t", 200, "{'uuid':'u1','owner':'n1','epoch':3}")
                .on("POST /api/v1/tables/u1/move", 200, "{'namespace':['ns'],'name':'t','owner':'n2','epoch':4}");

        assertThat(ams("table", "move", "ns.t", "--to", "n2")).isZero();

        assertThat(out.toString()).isEqualToNormalizingNewlines("ns.t: n1 (epoch 3) -> n2 (epoch 4)\n");
        assertThat(lastAsked().body()).isEqualTo("{\"to\":\"n2\"}");
    }

    @Test
    void aTableIsShownWithItsUpkeep() {
        node.on("GET /api/v1/tables/by-name?catalog=default&name=ns.t", 200, "{'uuid':'u1','owner':'n1'}")
                .on("GET /api/v1/tables/u1/processes?limit=5", 200, "[{'id':7,'kind':'MINOR','state':'SUCCESS'}]");

        assertThat(ams("table", "show", "ns.t")).isZero();

        assertThat(out.toString()).containsPattern("owner +n1").containsPattern("7 +MINOR +SUCCESS");
    }

    @Test
    void aRefusalIsOneLineWithTheCodeOfAms() {
        node.on(
                "GET /api/v1/tables/by-name?catalog=default&name=ns.t",
                404,
                "{'error':{'code':'TABLE_NOT_FOUND','message':'there is no table ns.t'}}");

        assertThat(ams("table", "show", "ns.t")).isEqualTo(CliExit.FAILED.code());

        assertThat(err.toString())
                .contains("TABLE_NOT_FOUND: there is no table ns.t")
                .hasLineCount(1);
    }

    @Test
    void aNodeThatIsDownIsNamed() {
        environment.put("AMS_URL", "http://" + NOWHERE);
        assertThat(ams("node", "list")).isEqualTo(CliExit.UNREACHABLE.code());
        assertThat(err.toString())
                .contains("no node answers at http://" + NOWHERE)
                .hasLineCount(1);
    }

    @Test
    void withoutAUrlItFindsTheNodesOfTheDataFolder() throws IOException {
        environment.put("AMS_URL", "http://" + NOWHERE + "," + node.url());
        node.on("GET /api/v1/nodes", 200, "[]");
        localNode("n1");

        assertThat(ams("node", "list")).isZero();

        assertThat(err.toString()).contains("no answer from http://" + NOWHERE);
        assertThat(lastAsked().headers()).containsEntry("Authorization", "Bearer secret");
    }

    @Test
    void aTokenThatIsGivenGoesBeforeOneThatIsFound() throws IOException {
        node.on("GET /api/v1/nodes", 200, "[]");
        localNode("n1");

        assertThat(ams("node", "list", "--token", "mine")).isZero();

        assertThat(lastAsked().headers()).containsEntry("Authorization", "Bearer mine");
    }

    private void localNode(String id) throws IOException {
        Path directory = Files.createDirectory(data.resolve(id));
        Files.writeString(directory.resolve("ams.url"), node.url() + "\n");
        Files.writeString(directory.resolve("admin.token"), "secret\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wat",
                "node drain",
                "node drain n2 --timeout soon",
                "table move ns.t",
                "peer add n4",
                "peer add n4 --raft h4 --http h4:1",
                "status --url nonsense",
                "status --request-timeout 0",
                "demo --files 0"
            })
    void whatCannotBeReadIsAUsageError(String args) {
        assertThat(ams(args.split(" "))).isEqualTo(CliExit.USAGE.code());
        assertThat(err.toString()).isNotBlank();
    }
}
