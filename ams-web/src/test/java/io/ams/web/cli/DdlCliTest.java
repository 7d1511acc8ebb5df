package io.ams.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bin/ams ddl} against a node that answers as it was told to. */
class DdlCliTest extends DdlLine {
    private static final String APPLIED = "{'shard':'s1','seq':4,'verdict':'APPLIED','schemaId':7,'bindingEpoch':3,"
            + "'steps':[{'column':'x','action':'EXECUTE','detail':'new field 9'}],"
            + "'warnings':[{'code':'LOSSY','column':'x','detail':'cast'}]}";
    private static final String WAITING =
            "{'shard':'s1','seq':4,'verdict':'WAITING','schemaId':7,'bindingEpoch':3,'steps':[],'warnings':[]}";
    private static final String REJECTED = "{'shard':'s1','seq':4,'verdict':'REJECTED','schemaId':7,'bindingEpoch':3,"
            + "'steps':[],'warnings':[],'conflict':{'kind':'TYPE','column':'x','targetSide':'int','shardSide':'string',"
            + "'detail':'no common type','verbs':[]}}";

    DdlCliTest(@TempDir Path folder) {
        super(folder);
    }

    @Test
    void groupsAreListed() {
        long now = System.currentTimeMillis();
        node.on("GET" + GROUPS, 200, """
                [{'name':'orders','table':'default.ns.orders','mode':'pessimistic','shards':8,'waiting':2,'blocked':1,
                  'pending':3,'conflicts':1,'version':40,'oldestBarrierSinceMillis':%d,
                  'oldestConflictSinceMillis':%d},
                 {'name':'blocked','table':'default.ns.b','mode':'optimistic','shards':2,'waiting':0,'blocked':1,
                  'pending':1,'conflicts':1,'version':4,'oldestConflictSinceMillis':%d},
                 {'name':'old','tableUuid':'u','mode':'optimistic','shards':0,'waiting':0,'blocked':0,'pending':0,
                  'conflicts':0,'version':1}]""".formatted(now - 7_530_000, now - 60_000, now - 3_630_000));

        assertThat(ddl("list")).isZero();

        assertThat(out.toString())
                .containsPattern("orders +default.ns.orders +pessimistic +8 +2 +1 +3 +1 +2h 5m")
                .containsPattern("blocked +default.ns.b +optimistic +2 +0 +1 +1 +1 +1h 0m")
                .containsPattern("old +\\(dropped\\) +optimistic +0 +0 +0 +0 +0 +-");
        assertThat(ddl("list", "--json")).isZero();
        assertThat(out.toString()).contains("\"oldestBarrierSinceMillis\" : " + (now - 7_530_000));
    }

    @Test
    void aGroupIsShownWithAllPagesOfItsShards() {
        String head =
                "'group':{'name':'orders','table':'default.ns.orders','mode':'pessimistic','shards':2,'version':9},"
                        + "'policies':{'drop':'retain','rename':'first','readd':'conflict','dateToTimestamp':true},"
                        + "'schemaId':3,'columns':[{'id':1,'name':'id','type':'long','required':true,'shards':2,'fields':[]},"
                        + "{'id':2,'name':'at','type':'struct','shards':1,'dropWanted':true,'fields':["
                        + "{'id':3,'name':'x','type':'int','shards':1,'fields':[]}]},"
                        + "{'id':4,'name':'y__2','type':'int','shards':1,'wantedName':'y','fields':[]}],"
                        + "'barriers':[{'number':5,'changes':'add z int','firstShard':'s1','announced':1,'passed':0,"
                        + "'came':['s1'],'missing':['s2'],'sinceMillis':0}],"
                        + "'conflicts':[{'id':6,'shard':'s2','seq':3,'kind':'TYPE','column':'y','targetSide':'int',"
                        + "'shardSide':'string','detail':'no common type','verbs':['skip','replace','set-schema','detach'],"
                        + "'sinceMillis':0},{'id':7,'shard':'s2','seq':4,'kind':'MISMATCH','column':'','targetSide':'',"
                        + "'shardSide':'','detail':'others differ','verbs':['skip'],'sinceMillis':0}],";
        String shard =
                "{'shard':'%s','state':'%s','announced':4,'decided':3,'bindingEpoch':2,'sinceMillis':0,%s'pending':[]}";
        node.on(
                        "GET" + ORDERS + "?pageSize=1000",
                        200,
                        "{" + head + "'shards':[" + shard.formatted("s1", "WAITING", "'waitingFor':'shard s2',")
                                + "],'nextPageToken':'s1'}")
                .on(
                        "GET" + ORDERS + "?pageSize=1000&pageToken=s1",
                        200,
                        "{" + head + "'shards':[" + shard.formatted("s2", "BLOCKED", "") + "]}");

        assertThat(ddl("show", "orders")).isZero();

        assertThat(out.toString())
                .startsWith("group orders: 2 shards feed default.ns.orders, schema 3, pessimistic, version 9")
                .containsPattern("1 +id +long not null +2")
                .containsPattern("2 +at +struct +1 +dropped by some, deleted with the last")
                .containsPattern("3 +at.x +int +1")
                .containsPattern("4 +y__2 +int +1 +to be called y")
                .containsPattern("s1 +WAITING +.* ago +3 +4 +2 +shard s2")
                .containsPattern("s2 +BLOCKED")
                .containsPattern("5 +.* ago +1 +s1 +s2 +add z int")
                .contains("conflict 6, TYPE at 'y', shard s2, announcement 3", "  target: int", "  shard:  string")
                .contains("policies: drop retain, rename first, readd conflict, date to timestamp yes")
                .containsPattern("conflict 7, MISMATCH, shard s2, announcement 4, since .* ago\n  others differ\n");
        assertThat(out.toString()
                        .lines()
                        .filter(line -> line.startsWith("    bin/"))
                        .map(String::strip))
                .as("each line is a command")
                .containsExactly(
                        "bin/ams ddl resolve orders s2 skip --seq 3",
                        "bin/ams ddl resolve orders s2 replace --file change.sql --seq 3",
                        "bin/ams ddl resolve orders s2 set-schema --file create.sql",
                        "bin/ams ddl resolve orders s2 detach",
                        "bin/ams ddl resolve orders s2 skip --seq 4");
        assertThat(ddl("show", "orders", "--json")).isZero();
        assertThat(out.toString()).contains("\"shard\" : \"s2\"").doesNotContain("nextPageToken");
    }

    @Test
    void aGroupIsMade() {
        node.on("POST" + GROUPS, 201, "{'group':{'table':'default.ns.orders','mode':'optimistic'}}");

        assertThat(ddl("create", "orders", "--table", "ns.orders")).isZero();
        assertThat(out.toString()).contains("orders feeds default.ns.orders, mode optimistic");
        assertThat(lastAsked().body()).isEqualTo(json("{'name':'orders','table':'ns.orders','policies':{}}"));
        assertThat(lastAsked().headers()).containsKey("Idempotency-key");

        assertThat(ddl(
                        "create",
                        "orders",
                        "--table",
                        "ns.orders",
                        "--catalog",
                        "c",
                        "--mode",
                        "pessimistic",
                        "--drop",
                        "retain",
                        "--rename",
                        "all",
                        "--readd",
                        "generation",
                        "--date-to-timestamp"))
                .isZero();
        assertThat(lastAsked().body())
                .isEqualTo(json("{'name':'orders','table':'ns.orders','catalog':'c','mode':'pessimistic','policies':"
                        + "{'drop':'retain','rename':'all','readd':'generation','dateToTimestamp':true}}"));
    }

    @Test
    void aGroupIsDroppedChangedAndTriedAgain() {
        node.on("DELETE" + ORDERS, 204, "")
                .on("PATCH" + ORDERS, 200, "{'group':{'mode':'optimistic'}}")
                .on("PUT /api/v1/settings/ddl.default-mode", 200, "{'key':'ddl.default-mode'}")
                .on("POST" + ORDERS + "/retry", 200, "{'group':{'pending':2}}");

        assertThat(ddl("drop", "orders")).isZero();
        assertThat(ddl("set-mode", "orders", "optimistic")).isZero();
        assertThat(lastAsked().body()).isEqualTo(json("{'mode':'optimistic'}"));
        assertThat(ddl("set-mode", "pessimistic")).isZero();
        assertThat(lastAsked().body()).isEqualTo(json("{'value':'pessimistic'}"));
        assertThat(ddl("retry", "orders")).isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        "orders is gone",
                        "orders is optimistic",
                        "the default mode of new groups is pessimistic now, in the whole cluster (setting ddl.default-mode);"
                                + " groups that there are keep theirs",
                        "2 announcements wait in orders");
    }

    @Test
    void onePolicyChangesAndTheOthersStay() {
        String policies = "{'policies':{'drop':'retain','rename':'%s','readd':'conflict','dateToTimestamp':%s}}";
        node.on("PATCH" + ORDERS, 200, policies.formatted("never", "false"));

        assertThat(ddl("set-policy", "orders", "--rename", "never", "--no-date-to-timestamp"))
                .isZero();

        assertThat(lastAsked().body()).isEqualTo(json("{'policies':{'rename':'never','dateToTimestamp':false}}"));
        assertThat(out.toString())
                .isEqualToIgnoringNewLines("orders: drop retain, rename never, readd conflict, date to timestamp no");
    }

    @Test
    void decisionsAreAcknowledged() {
        node.on("POST" + S1 + "/acknowledgements", 204, "");

        assertThat(ddl("acknowledge", "orders", "s1", "4")).isZero();

        assertThat(lastAsked().body()).isEqualTo(json("{'seq':4}"));
        assertThat(out.toString()).contains("decisions on s1 up to number 4 are not kept any more");
    }

    @Test
    void oneIsSaidInTheSingular() {
        node.on("POST" + ORDERS + "/retry", 200, "{'group':{'pending':1}}");
        assertThat(ddl("retry", "orders")).isZero();
        assertThat(out.toString()).contains("1 announcement waits in orders");
    }

    @Test
    void aShardLeavesAndIsRenamed() {
        node.on("DELETE" + S1, 200, APPLIED).on("POST" + S1 + "/rebind", 200, "{'shard':{'shard':'s9'}}");

        node.on("POST" + S1 + "/resolve", 200, APPLIED);
        assertThat(ddl("resolve", "orders", "s1", "detach")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("s1 left orders");
        assertThat(ddl("leave", "orders", "s1")).isZero();
        assertThat(ddl("rebind", "orders", "s1", "s9")).isZero();
        assertThat(lastAsked().body()).isEqualTo(json("{'to':'s9'}"));
        assertThat(out.toString()).contains("s1 left orders", "s1 is s9 now");
    }

    @Test
    void whatIsBlockedNeedsSomebodyAndIsAFailureToo() {
        node.on("POST" + S1 + "/announcements", 200, REJECTED.replace("REJECTED", "BLOCKED"))
                .on("POST" + S1 + "/resolve", 200, REJECTED.replace("REJECTED", "BLOCKED"));
        String file = file("c.sql", "ALTER");

        assertThat(ddl("announce", "orders", "s1", file, "--seq", "4")).isEqualTo(CliExit.FAILED.code());
        assertThat(ddl("resolve", "orders", "s1", "replace", "--file", file)).isEqualTo(CliExit.FAILED.code());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "CREATE TABLE t (id INT)|{'createTable':'CREATE TABLE t (id INT)'}",
                "{'columns':[]}|{'schema':{'columns':[]}}",
                "{'schema':{'columns':[]},'loading':true,'announced':5}|{'schema':{'columns':[]},'loading':true,'announced':5}",
                "  {'createTable':'CREATE'}  |{'createTable':'CREATE'}",
            })
    void aShardJoinsFromAFile(String content, String sent) {
        node.on("PUT" + S1, 200, APPLIED);

        assertThat(ddl("join", "orders", "s1", "--schema", file("schema", content)))
                .isZero();

        assertThat(lastAsked().body()).isEqualTo(json(sent));
        assertThat(out.toString())
                .startsWith("s1 4: APPLIED, schema 7, bindings 3\n  EXECUTE x: new field 9\n  warning LOSSY x: cast");
    }

    @Test
    void whatJoinIsToldGoesBeforeItsFile() {
        node.on("PUT" + S1, 200, APPLIED);
        String whole = file("whole.json", "{'createTable':'CREATE','announced':5}");

        assertThat(ddl("join", "orders", "s1", "--schema", whole, "--announced", "0", "--loading", "--skip-conflicts"))
                .isZero();

        assertThat(lastAsked().body())
                .isEqualTo(json("{'createTable':'CREATE','announced':0,'loading':true,'skipConflicts':true}"));
        assertThat(ddl("join", "orders", "s1"))
                .as("without a schema it ends loading")
                .isZero();
        assertThat(lastAsked().body()).isEqualTo("{}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ALTER TABLE t ADD x INT|{'sql':'ALTER TABLE t ADD x INT','seq':4}",
                "[{'op':'truncate'}]|{'changes':[{'op':'truncate'}],'seq':4}",
                "{'changes':[],'position':'p'}|{'changes':[],'position':'p','seq':4}",
                "{'sql':'ALTER','seq':2}|{'sql':'ALTER','seq':2}",
            })
    void changesAreAnnouncedFromAFileUnderTheNextNumber(String content, String sent) {
        node.on("GET" + S1, 200, "{'shard':{'announced':3}}").on("POST" + S1 + "/announcements", 200, APPLIED);

        assertThat(ddl("announce", "orders", "s1", file("changes.sql", content)))
                .isZero();

        assertThat(lastAsked().body()).isEqualTo(json(sent));
    }

    @Test
    void theNextNumberIsSaidBeforeItIsUsedAndWhatTheShardHasAlreadyIsExplained() {
        String invalid = "{'error':{'code':'DDL_CHANGE_INVALID','message':'the shard has a column x already'}}";
        node.on("GET" + S1, 200, "{'shard':{'announced':3}}").on("POST" + S1 + "/announcements", 422, invalid);
        String file = file("c.sql", "ALTER TABLE t ADD x INT");

        assertThat(ddl("announce", "orders", "s1", file)).isEqualTo(CliExit.FAILED.code());

        assertThat(err.toString().lines())
                .satisfiesExactly(
                        said -> assertThat(said).contains("this is number 4 of shard s1; say --seq 4 to ask again"),
                        refusal -> assertThat(refusal)
                                .contains("DDL_CHANGE_INVALID: the shard has a column x already; number 4 was not used")
                                .contains("--seq 3 asks for the answer to the last one"));
        err.getBuffer().setLength(0);
        assertThat(ddl("announce", "orders", "s1", file, "--seq", "4")).isEqualTo(CliExit.FAILED.code());
        assertThat(err.toString()).hasLineCount(1).doesNotContain("was not used");
    }

    @Test
    void anAnswerThatWasGivenBeforeIsMarked() {
        String poll = "GET" + S1 + "/announcements/4?waitMillis=1000";
        String repeated = APPLIED.replace("'seq'", "'repeated':true,'seq'");
        node.on("POST" + S1 + "/announcements", 200, repeated)
                .on("POST" + S1 + "/announcements", 200, WAITING)
                .on(poll, 200, repeated);
        String file = file("c.sql", "ALTER");

        assertThat(ddl("announce", "orders", "s1", file, "--seq", "4")).isZero();
        assertThat(out.toString()).startsWith("s1 4: APPLIED, schema 7, bindings 3 (again: ");
        out.getBuffer().setLength(0);
        assertThat(ddl("announce", "orders", "s1", file, "--seq", "4", "--wait", "1"))
                .isZero();
        assertThat(out.toString()).as("decided just now").startsWith("s1 4: APPLIED, schema 7, bindings 3\n");
    }

    @Test
    void changesAreReadFromStandardInput() {
        node.on("POST" + S1 + "/announcements", 200, APPLIED);
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("ALTER TABLE t ADD x INT\n".getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(ddl("announce", "orders", "s1", "-", "--seq", "8")).isZero();
        } finally {
            System.setIn(before);
        }
        assertThat(lastAsked().body()).isEqualTo(json("{'sql':'ALTER TABLE t ADD x INT','seq':8}"));
    }

    @Test
    void announceWaitsUntilItIsDecided() {
        String poll = "GET" + S1 + "/announcements/4?waitMillis=20000";
        node.on("POST" + S1 + "/announcements", 200, WAITING)
                .on(poll, 200, WAITING)
                .on(poll, 200, APPLIED);

        assertThat(ddl("announce", "orders", "s1", file("c.sql", "ALTER"), "--seq", "4", "--wait", "60"))
                .isZero();

        assertThat(out.toString()).startsWith("s1 4: APPLIED");
    }

    @Test
    void announceSaysWhenTheTimeIsOverAndNothingIsDecided() {
        node.on("POST" + S1 + "/announcements", 200, WAITING)
                .on("GET" + S1 + "/announcements/4?waitMillis=1000", 200, WAITING);
        String file = file("c.sql", "ALTER");

        assertThat(ddl("announce", "orders", "s1", file, "--seq", "4", "--wait", "1"))
                .isEqualTo(CliExit.NOT_IN_TIME.code());
        assertThat(ddl("announce", "orders", "s1", file, "--seq", "4"))
                .as("nobody wanted to wait")
                .isZero();
    }

    @Test
    void whatIsRejectedIsAFailureThatSaysBothSides() {
        node.on("POST" + S1 + "/announcements", 200, REJECTED);
        String file = file("c.sql", "ALTER");

        assertThat(ddl("announce", "orders", "s1", file, "--seq", "4")).isEqualTo(CliExit.FAILED.code());
        assertThat(out.toString())
                .contains("conflict TYPE at 'x'", "target: int", "shard:  string", "the number is free still")
                .doesNotContain("end it");
        assertThat(ddl("announce", "orders", "s1", file, "--seq", "4", "--json"))
                .isEqualTo(CliExit.FAILED.code());
        assertThat(out.toString()).contains("\"verdict\" : \"REJECTED\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "skip||{'verb':'skip'}",
                "new-field||{'verb':'new-field'}",
                "detach||{'verb':'detach'}",
                "replace|ALTER TABLE t ADD x INT|{'sql':'ALTER TABLE t ADD x INT','verb':'replace'}",
                "replace|[{'op':'truncate'}]|{'changes':[{'op':'truncate'}],'verb':'replace'}",
                "set-schema|CREATE TABLE t (x INT)|{'createTable':'CREATE TABLE t (x INT)','verb':'set-schema'}",
                "set-schema|{'columns':[]}|{'schema':{'columns':[]},'verb':'set-schema'}",
            })
    void everyVerbIsSent(String verb, @org.jspecify.annotations.Nullable String content, String sent) {
        node.on("POST" + S1 + "/resolve", 200, APPLIED);

        int code = content == null
                ? ddl("resolve", "orders", "s1", verb)
                : ddl("resolve", "orders", "s1", verb, "--file", file("file", content));

        assertThat(code).as(err.toString()).isZero();
        assertThat(lastAsked().body()).isEqualTo(json(sent));
    }

    @Test
    void resolveMayNameTheAnnouncement() {
        node.on("POST" + S1 + "/resolve", 200, APPLIED);
        assertThat(ddl("resolve", "orders", "s1", "skip", "--seq", "4")).isZero();
        assertThat(lastAsked().body()).isEqualTo(json("{'verb':'skip','seq':4}"));
    }
}
