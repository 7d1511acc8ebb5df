package io.ams.web;

import static io.ams.web.ShardScene.ORDERS;
import static io.ams.web.ShardScene.body;
import static io.ams.web.ShardScene.createTable;
import static io.ams.web.ShardScene.done;
import static io.ams.web.ShardScene.refused;
import static io.ams.web.ShardScene.shard;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.op.Operations;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.NoEffect;
import io.ams.proto.SchemaChange;
import io.ams.raft.Submission;
import io.ams.web.ddl.IncomingChanges;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shards as they join, announce, wait and are helped out, by HTTP. */
class ShardResourceTest {
    private static final String ANNOUNCEMENTS = shard("a") + "/announcements";
    private static final String RESOLVE_B = shard("b") + "/resolve";

    private static ShardScene scene;

    @BeforeAll
    static void open(@TempDir Path folder) {
        scene = new ShardScene(folder);
    }

    @BeforeEach
    void group() {
        scene.renew();
        scene.group("optimistic");
    }

    @AfterAll
    static void close() {
        scene.close();
    }

    /** Shard b wants text where a has numbers. */
    private JsonNode inConflict() {
        scene.joined("a", ", x INT").joined("b", "");
        return scene.announced("b", 1, "ADD COLUMN x VARCHAR(9)");
    }

    private void atBarrier() {
        done(scene.web.send("PATCH", ORDERS, body("{'mode':'pessimistic'}")));
        scene.joined("a", "").joined("b", "");
        scene.announced("b", 1, "ADD COLUMN x INT");
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    @Test
    void aShardJoinsWithAStatementOrASchema() {
        JsonNode joined = done(scene.web.put(shard("a"), createTable(", name VARCHAR(9)")));
        assertThat(joined.get("verdict").asText()).isEqualTo("APPLIED");
        assertThat(joined.get("repeated").asBoolean()).isFalse();
        assertThat(joined.at("/columns/1/field/0").asText()).isEqualTo("name");
        assertThat(done(scene.web.put(shard("a"), createTable(", name VARCHAR(9)")))
                        .get("repeated")
                        .asBoolean())
                .isTrue();
        String schema =
                "{'schema':{'columns':[{'name':'id','type':'long','required':true},{'name':'price','type':'double'}]},"
                        + "'announced':7,'position':'gtid 5'}";
        done(scene.web.put(shard("b"), body(schema)));
        JsonNode b = done(scene.web.get(shard("b")));
        assertThat(b.at("/shard/announced").asLong()).isEqualTo(7);
        assertThat(b.at("/shard/position").asText()).isEqualTo("gtid 5");
        assertThat(b.at("/schema/columns/1/name").asText()).isEqualTo("price");
        assertThat(b.at("/fills/0/field/0").asText()).isEqualTo("name");
    }

    @Test
    void aShardThatLoadsStreamsWhenItJoinsAgain() {
        String sent = body("{'loading':true,'schema':{'columns':[{'name':'id','type':'long','required':true}]}}");
        done(scene.web.put(shard("a"), sent));
        assertThat(done(scene.web.get(shard("a"))).at("/shard/state").asText()).isEqualTo("LOADING");
        scene.announced("a", 1, "ADD COLUMN x INT");
        done(scene.web.put(shard("a"), "{}"));
        assertThat(done(scene.web.get(shard("a"))).at("/shard/state").asText()).isEqualTo("ACTIVE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "b|{}|400|BAD_REQUEST",
                "a%20b|{'createTable':'CREATE TABLE t (id BIGINT)'}|400|BAD_REQUEST",
                "b|{'createTable':'CREATE TABLE t (id BIGINT)','announced':-1}|400|BAD_REQUEST",
                "b|{'createTable':'CREATE TABLE t (id BIGINT)','schema':{'columns':[]}}|400|BAD_REQUEST",
                "b|{'schema':{'columns':[{'name':'x','type':'colour'}]}}|400|BAD_REQUEST",
                "b|{'schema':{'columns':[{'type':'int'}]}}|400|BAD_REQUEST",
                "b|{'schema':{'columns':[null]}}|400|BAD_REQUEST",
                "b|{'schema':{'columns':[{'name':'l','type':'list'}]}}|400|BAD_REQUEST",
                "b|{'schema':{}}|400|BAD_REQUEST",
                "b|{'schema':{'columns':[{'name':'x','type':'int','defaultValue':{}}]}}|400|BAD_REQUEST",
                "b|{'createTable':'CREATE TABLE t AS SELECT 1'}|422|DDL_STATEMENT_REFUSED",
                "b|{'createTable':'ALTER TABLE t ADD x INT'}|422|DDL_STATEMENT_REFUSED",
                "b|{'createTable':'CREATE TABEL'}|422|DDL_STATEMENT_REFUSED",
                "b|{'createTable':'CREATE TABLE t (id BIGINT, x VARCHAR(9))'}|409|DDL_JOIN_CONFLICT",
                "a|{'createTable':'CREATE TABLE t (id BIGINT, y INT)'}|409|DDL_MEMBER_EXISTS",
            })
    void whoCannotJoinIsRefused(String name, String sent, int status, String code) {
        scene.joined("a", ", x INT");
        refused(scene.web.put(shard(name), body(sent)), status, code);
    }

    @Test
    void joiningNeedsAGroupAndABody() {
        refused(scene.web.put(shard("a"), ""), 400, "BAD_REQUEST");
        refused(scene.web.put("/api/v1/ddl/groups/none/shards/a", createTable("")), 404, "DDL_GROUP_NOT_FOUND");
        refused(scene.web.get(shard("a")), 404, "DDL_MEMBER_NOT_FOUND");
        refused(scene.web.get("/api/v1/ddl/groups/none/shards/a"), 404, "DDL_GROUP_NOT_FOUND");
    }

    @Test
    void conflictsOfAShardThatJoinsCanBeSkipped() {
        scene.joined("a", ", x INT");
        JsonNode joined = done(scene.web.put(
                shard("b"),
                body("{'skipConflicts':true,'createTable':'CREATE TABLE t (id BIGINT NOT NULL, x VARCHAR(9))'}")));
        assertThat(joined.at("/columns/1/cast").asBoolean()).isTrue();
    }

    @Test
    void changesComeSpelledOutOrAsAStatement() {
        scene.joined("a", "").joined("b", "");
        JsonNode spelled = done(scene.web.post(
                ANNOUNCEMENTS,
                body("{'seq':1,'changes':[{'op':'add','column':{'name':'x','type':'int'}}],'position':'p1'}")));
        assertThat(spelled.at("/steps/0/action").asText()).isEqualTo("EXECUTE");
        JsonNode stated = scene.announced("b", 1, "ADD COLUMN x INT");
        assertThat(stated.at("/steps/0/action").asText()).isEqualTo("SKIP");
        assertThat(stated.get("schemaId")).isEqualTo(spelled.get("schemaId"));
        assertThat(done(scene.web.get(shard("a"))).at("/shard/position").asText())
                .isEqualTo("p1");
        JsonNode again = scene.announced("b", 1, "ADD COLUMN `X` INT NULL");
        assertThat(again.get("repeated").asBoolean()).isTrue();
        assertThat(again.get("steps")).isEqualTo(stated.get("steps"));
        assertThat(done(scene.web.get(ANNOUNCEMENTS + "/1")).get("steps")).isEqualTo(spelled.get("steps"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'seq':3}|400|BAD_REQUEST",
                "{'seq':3,'changes':[]}|400|BAD_REQUEST",
                "{'seq':3,'changes':[null]}|400|BAD_REQUEST",
                "{'seq':3,'changes':[{'op':'paint'}]}|400|BAD_REQUEST",
                "{'seq':3,'changes':[{'op':'add'}]}|400|BAD_REQUEST",
                "{'seq':3,'changes':[{'op':'drop'}]}|400|BAD_REQUEST",
                "{'seq':3,'changes':[{'op':'drop','path':[]}]}|400|BAD_REQUEST",
                "{'seq':3,'changes':[{'op':'rename'}]}|400|BAD_REQUEST",
                "{'seq':3,'changes':[{'op':'rename','renames':[null]}]}|400|BAD_REQUEST",
                "{'seq':3,'changes':[{'op':'add','parent':[null],'column':{'name':'x','type':'int'}}]}|400|BAD_REQUEST",
                "{'seq':3,'changes':[{'op':'identifier','identifier':[null]}]}|400|BAD_REQUEST",
                "{'seq':3,'changes':[{'op':'add','column':{'name':'s','type':'struct','fields':[null]}}]}|400|BAD_REQUEST",
                "{'seq':3,'changes':[{'op':'truncate'}],'sql':'ALTER TABLE o ADD y INT'}|400|BAD_REQUEST",
                "{'seq':0,'changes':[{'op':'truncate'}]}|400|BAD_REQUEST",
                "{'seq':-1,'changes':[{'op':'truncate'}]}|400|BAD_REQUEST",
                "{'seq':'x','changes':[{'op':'truncate'}]}|400|BAD_REQUEST",
                "{'seq':3,'changes':[{'op':'truncate'}],'before':{'columns':[null]}}|400|BAD_REQUEST",
                "{'seq':4,'changes':[{'op':'truncate'}]}|409|DDL_SEQ_GAP",
                "{'seq':2,'changes':[{'op':'truncate'}]}|409|DDL_SEQ_MISMATCH",
                "{'seq':1,'changes':[{'op':'truncate'}]}|409|DDL_SEQ_ACKNOWLEDGED",
                "{'seq':3,'changes':[{'op':'drop','path':['none']}]}|422|DDL_CHANGE_INVALID",
                "{'seq':3,'changes':[{'op':'add','column':{'name':'x','type':'colour'}}]}|422|DDL_CHANGE_INVALID",
                "{'seq':3,'changes':[{'op':'truncate'}],'before':{'columns':[{'name':'id','type':'int'}]}}|409|DDL_RESYNC_REQUIRED",
                "{'seq':3,'changes':[{'op':'truncate'}],'after':{'columns':[{'name':'id','type':'int'}]}}|422|DDL_CHANGE_INVALID",
                "{'seq':3,'sql':'RENAME TABLE o TO p'}|422|DDL_STATEMENT_REFUSED",
                "{'seq':3,'sql':'ALTER TABLE o RENAME TO p'}|422|DDL_STATEMENT_REFUSED",
                "{'seq':3,'sql':'CREATE TABLE o (id INT)'}|422|DDL_STATEMENT_REFUSED",
                "{'seq':3,'sql':'ALTER TABEL o'}|422|DDL_STATEMENT_REFUSED",
            })
    void whatCannotBeAnnouncedIsRefused(String sent, int status, String code) {
        scene.joined("a", "");
        scene.announced("a", 1, "ADD COLUMN x INT");
        scene.announced("a", 2, "ADD COLUMN z INT");
        assertThat(scene.web
                        .post(shard("a") + "/acknowledgements", body("{'seq':1}"))
                        .status())
                .isEqualTo(204);
        refused(scene.web.post(ANNOUNCEMENTS, body(sent)), status, code);
    }

    @Test
    void everyKindOfChangeIsUnderstood() {
        scene.joined("a", "");
        for (String op : IncomingChanges.ops()) {
            String sent = body("{'seq':1,'changes':[{'op':'" + op + "'}]}");
            assertThat(scene.web.post(ANNOUNCEMENTS, sent).body()).as(op).doesNotContain("there is no change");
        }
        assertThat(scene.web
                        .post(ANNOUNCEMENTS, body("{'seq':1,'changes':[{'op':'paint'}]}"))
                        .body())
                .contains("op is one of add, drop, rename");
    }

    @Test
    void announcingNeedsAShardAndABody() {
        scene.joined("a", "");
        refused(scene.web.post(ANNOUNCEMENTS, ""), 400, "BAD_REQUEST");
        refused(scene.announce("none", 1, "ADD COLUMN x INT"), 404, "DDL_MEMBER_NOT_FOUND");
        done(scene.web.delete(shard("a")));
        refused(scene.announce("a", 1, "ADD COLUMN x INT"), 404, "DDL_MEMBER_NOT_FOUND");
    }

    @Test
    void aKeyAnnouncesOnceAndIsForOneRequest() {
        scene.joined("a", "");
        String sent = body("{'seq':1,'sql':'ALTER TABLE o ADD COLUMN x INT'}");
        JsonNode first = done(scene.web.post(ANNOUNCEMENTS, sent, "Idempotency-Key", "k"));
        JsonNode second = done(scene.web.post(ANNOUNCEMENTS, sent, "Idempotency-Key", "k"));
        assertThat(second.get("steps")).isEqualTo(first.get("steps"));
        assertThat(second.get("groupVersion")).isEqualTo(first.get("groupVersion"));
        refused(
                scene.web.post(ANNOUNCEMENTS, sent.replace("x INT", "y INT"), "Idempotency-Key", "k"),
                422,
                "IDEMPOTENCY_KEY_REUSED");
    }

    @Test
    void aShardThatNeverGetsOnIsHeldBack() {
        inConflict();
        for (int seq = 2; seq <= 1000; seq++) {
            ShardScene.get(scene.replica.submit(
                            Operations.DDL_ANNOUNCE,
                            DdlAnnounce.newBuilder()
                                    .setGroup("orders")
                                    .setShard("b")
                                    .setSeq(seq)
                                    .addChanges(SchemaChange.newBuilder()
                                            .setNoEffect(NoEffect.newBuilder().setWhat("index")))
                                    .build(),
                            Submission.by("test")))
                    .orThrow();
        }
        refused(scene.announce("b", 1001, "ADD COLUMN y INT"), 429, "DDL_QUEUE_FULL");
    }

    @Test
    void strictlyAConflictIsRejectedAndLeavesNoTrace() {
        done(scene.web.send("PATCH", ORDERS, body("{'mode':'strict-optimistic'}")));
        JsonNode rejected = inConflict();
        assertThat(rejected.get("verdict").asText()).isEqualTo("REJECTED");
        assertThat(rejected.at("/conflict/kind").asText()).isEqualTo("TYPE");
        assertThat(rejected.at("/conflict").has("id")).isFalse();
        assertThat(rejected.at("/conflict/verbs")).isEmpty();
        assertThat(done(scene.web.get(ORDERS)).get("conflicts")).isEmpty();
        assertThat(scene.announced("b", 1, "ADD COLUMN y INT").get("verdict").asText())
                .as("the number was not used")
                .isEqualTo("APPLIED");
    }

    @Test
    void aConflictSaysBothSidesAndTheVerbs() {
        JsonNode blocked = inConflict();
        assertThat(blocked.get("verdict").asText()).isEqualTo("BLOCKED");
        JsonNode conflict = blocked.get("conflict");
        assertThat(conflict.get("kind").asText()).isEqualTo("TYPE");
        assertThat(conflict.get("targetSide").asText()).contains("int");
        assertThat(conflict.get("shardSide").asText()).contains("string");
        assertThat(texts(conflict.get("verbs")))
                .containsExactly("skip", "new-field", "replace", "set-schema", "detach");
        assertThat(done(scene.web.get(shard("b"))).get("conflict")).isEqualTo(conflict);
        assertThat(scene.announced("b", 2, "ADD COLUMN y INT").get("verdict").asText())
                .isEqualTo("QUEUED");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'verb':'skip'}|APPLIED|skip",
                "{'verb':'skip','seq':1}|APPLIED|skip",
                "{'verb':'new-field'}|APPLIED|new-field",
                "{'verb':'replace','sql':'ALTER TABLE o ADD COLUMN x INT'}|APPLIED|",
                "{'verb':'replace','changes':[{'op':'add','column':{'name':'x','type':'int'}}]}|APPLIED|",
                "{'verb':'set-schema','createTable':'CREATE TABLE o (id BIGINT NOT NULL PRIMARY KEY)'}|APPLIED|set-schema",
                "{'verb':'set-schema','schema':{'columns':[{'name':'id','type':'long','required':true}]}}|APPLIED|set-schema",
                "{'verb':'detach'}|APPLIED|",
            })
    void everyVerbEndsAConflict(String sent, String verdict, @org.jspecify.annotations.Nullable String resolution) {
        inConflict();
        JsonNode decision = done(scene.web.post(RESOLVE_B, body(sent)));
        assertThat(decision.get("verdict").asText()).as(decision.toString()).isEqualTo(verdict);
        if (resolution != null) {
            assertThat(decision.get("resolution").asText()).isEqualTo(resolution);
        }
        JsonNode group = done(scene.web.get(ORDERS));
        assertThat(group.get("conflicts")).isEmpty();
        assertThat(group.at("/group/pending").asInt()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "b|{}|400|BAD_REQUEST",
                "b|{'verb':'wish'}|400|BAD_REQUEST",
                "b|{'verb':'replace'}|400|BAD_REQUEST",
                "b|{'verb':'replace','changes':[]}|400|BAD_REQUEST",
                "b|{'verb':'set-schema'}|400|BAD_REQUEST",
                "b|{'verb':'set-schema','schema':{'columns':[]}}|400|BAD_REQUEST",
                "b|{'verb':'replace','sql':'ALTER TABLE o DROP COLUMN none'}|422|DDL_CHANGE_INVALID",
                "b|{'verb':'replace','sql':'DROP TABLE o'}|422|DDL_STATEMENT_REFUSED",
                "b|{'verb':'set-schema','createTable':'CREATE TABLE'}|422|DDL_STATEMENT_REFUSED",
                "b|{'verb':'skip','seq':2}|409|DDL_NOTHING_TO_RESOLVE",
                "a|{'verb':'skip'}|409|DDL_NOTHING_TO_RESOLVE",
                "none|{'verb':'skip'}|404|DDL_MEMBER_NOT_FOUND",
            })
    void whatEndsNothingIsRefused(String name, String sent, int status, String code) {
        inConflict();
        refused(scene.web.post(shard(name) + "/resolve", body(sent)), status, code);
        assertThat(done(scene.web.get(ORDERS)).get("conflicts")).hasSize(1);
    }

    @Test
    void aVerbThatIsNotForThisIsRefused() {
        atBarrier();
        refused(scene.web.post(RESOLVE_B, body("{'verb':'new-field'}")), 409, "DDL_VERB_REFUSED");
        refused(scene.web.post(RESOLVE_B, ""), 400, "BAD_REQUEST");
    }

    @Test
    void aKeyResolvesOnce() {
        inConflict();
        String skip = body("{'verb':'skip'}");
        JsonNode first = done(scene.web.post(RESOLVE_B, skip, "Idempotency-Key", "resolve"));
        assertThat(done(scene.web.post(RESOLVE_B, skip, "Idempotency-Key", "resolve"))
                        .get("steps"))
                .isEqualTo(first.get("steps"));
        refused(scene.web.post(RESOLVE_B, skip), 409, "DDL_NOTHING_TO_RESOLVE");
    }

    @Test
    void detachingWhoIsMissingPassesTheBarrier() {
        atBarrier();
        done(scene.web.post(shard("a") + "/resolve", body("{'verb':'detach'}")));
        assertThat(done(scene.web.get(shard("b") + "/announcements/1"))
                        .get("verdict")
                        .asText())
                .isEqualTo("APPLIED");
    }

    @Test
    void aGroupThatIsNotThereIsSaidInTheSameWordsByReadsAndWrites() {
        String none = "/api/v1/ddl/groups/none";
        String read = scene.web.get(none).json().at("/error/message").asText();
        assertThat(scene.web
                        .put(none + "/shards/a", createTable(""))
                        .json()
                        .at("/error/message")
                        .asText())
                .isEqualTo(read);
        assertThat(scene.web.get(none + "/shards/a").json().at("/error/message").asText())
                .isEqualTo(read);
    }

    @Test
    void replaceSaysThatItNeedsChanges() {
        inConflict();
        assertThat(scene.web.post(RESOLVE_B, body("{'verb':'replace'}")).body())
                .contains("verb replace needs what the shard changed instead");
    }

    @Test
    void decisionsAreForgottenWhenTheyAreAcknowledged() {
        scene.joined("a", "");
        scene.announced("a", 1, "ADD COLUMN x INT");
        String acknowledgements = shard("a") + "/acknowledgements";
        refused(scene.web.post(acknowledgements, body("{'seq':2}")), 400, "BAD_REQUEST");
        refused(scene.web.post(acknowledgements, body("{'seq':-1}")), 400, "BAD_REQUEST");
        refused(scene.web.post(acknowledgements, ""), 400, "BAD_REQUEST");
        refused(scene.web.post(shard("none") + "/acknowledgements", body("{'seq':1}")), 404, "DDL_MEMBER_NOT_FOUND");
        assertThat(scene.web.post(acknowledgements, body("{'seq':1}")).status()).isEqualTo(204);
        refused(scene.web.get(ANNOUNCEMENTS + "/1"), 404, "NOT_FOUND");
        assertThat(scene.web.post(acknowledgements, body("{'seq':1}")).status()).isEqualTo(204);
    }

    @Test
    void aShardLeavesAndCanComeBack() {
        scene.joined("a", ", x INT").joined("b", "");
        JsonNode left = done(scene.web.delete(shard("a")));
        assertThat(left.get("verdict").asText()).isEqualTo("APPLIED");
        assertThat(done(scene.web.get(shard("a"))).at("/shard/state").asText()).isEqualTo("LEFT");
        assertThat(done(scene.web.delete(shard("a"))).get("repeated").asBoolean())
                .isTrue();
        refused(scene.web.delete(shard("none")), 404, "DDL_MEMBER_NOT_FOUND");
        scene.joined("a", ", x INT");
        JsonNode back = done(scene.web.get(shard("a")));
        assertThat(back.at("/shard/bindingEpoch").asLong())
                .isGreaterThan(left.get("bindingEpoch").asLong());
    }

    @Test
    void aShardGoesOnUnderAnotherName() {
        inConflict();
        JsonNode moved = done(scene.web.post(shard("b") + "/rebind", body("{'to':'c'}")));
        assertThat(moved.at("/shard/shard").asText()).isEqualTo("c");
        assertThat(moved.at("/conflict/shard").asText()).isEqualTo("c");
        // The old name stays known, so that writers that go by it are fenced.
        assertThat(scene.web.get(shard("b")).json().at("/shard/state").asText()).isEqualTo("LEFT");
        refused(scene.web.post(shard("b") + "/rebind", body("{'to':'d'}")), 404, "DDL_MEMBER_NOT_FOUND");
        refused(scene.web.post(shard("c") + "/rebind", body("{'to':'a'}")), 409, "DDL_MEMBER_EXISTS");
        refused(scene.web.post(shard("c") + "/rebind", body("{'to':'a b'}")), 400, "BAD_REQUEST");
        refused(scene.web.post(shard("c") + "/rebind", "{}"), 400, "BAD_REQUEST");
        refused(scene.web.post(shard("c") + "/rebind", ""), 400, "BAD_REQUEST");
    }
}
