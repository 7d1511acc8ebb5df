package io.ams.iceberg.catalog;

import static io.ams.iceberg.catalog.Scene.USER;
import static io.ams.iceberg.catalog.Scene.assertRefused;
import static io.ams.iceberg.catalog.Scene.get;
import static io.ams.iceberg.catalog.Scene.keyed;
import static io.ams.iceberg.catalog.Scene.name;
import static io.ams.iceberg.catalog.Scene.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.ErrorCode;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.state.Columns;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableLifeTest {
    private Path warehouse;
    private Scene scene;

    @BeforeEach
    void open(@TempDir Path folder) {
        warehouse = folder;
        scene = new Scene(folder);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void a_table_is_created_loaded_and_dropped() {
        CachedMetadata created = scene.create("t");
        String uuid = created.metadata().uuid();
        assertThat(created.metadata().location())
                .startsWith(warehouse.toUri() + "ns/t-")
                .endsWith(uuid.substring(0, 8));
        assertThat(scene.load("t").metadata().uuid()).isEqualTo(uuid);
        assertThat(exists("t")).isTrue();
        assertRefused(ErrorCode.TABLE_EXISTS, () -> scene.create("t"));

        get(scene.catalog.tables().drop(name("t"), true, USER));

        assertThat(exists("t")).isFalse();
        assertRefused(ErrorCode.TABLE_NOT_FOUND, () -> scene.load("t"));
        assertRefused(
                ErrorCode.TABLE_NOT_FOUND, () -> get(scene.catalog.tables().drop(name("t"), false, USER)));
        assertThat(scene.replica
                        .readLocal(view -> view.get(Columns.PURGES, uuid))
                        .value())
                .isPresent();
    }

    private boolean exists(String table) {
        return get(scene.catalog.tables().exists(Consistency.STRICT, name(table)))
                .value();
    }

    @Test
    void a_table_that_forbids_it_is_not_purged() {
        CreateTableRequest keep = CreateTableRequest.builder()
                .withName("t")
                .withSchema(Scene.SCHEMA)
                .setProperty("gc.enabled", "false")
                .build();
        get(scene.catalog.createTable(name("t"), keep, USER));
        assertRefused(ErrorCode.BAD_REQUEST, () -> get(scene.catalog.tables().drop(name("t"), true, USER)));
        get(scene.catalog.tables().drop(name("t"), false, USER));
    }

    @Test
    void of_many_creations_of_one_name_exactly_one_succeeds_and_leaves_the_only_file() {
        List<CompletableFuture<Read<CachedMetadata>>> answers = IntStream.range(0, 20)
                .mapToObj(i ->
                        scene.catalog.createTable(name("t"), request("t"), USER).toCompletableFuture())
                .toList();
        int created = 0;
        for (CompletableFuture<Read<CachedMetadata>> answer : answers) {
            if (answer.handle((read, failure) -> failure == null).join()) {
                created++;
            } else {
                assertRefused(ErrorCode.TABLE_EXISTS, answer::join);
            }
        }
        assertThat(created).isEqualTo(1);
        assertThat(scene.metadataFiles()).hasSize(1);
    }

    @Test
    void a_creation_repeated_under_its_key_is_answered_again() {
        CachedMetadata first = get(scene.catalog.createTable(name("t"), request("t"), keyed("k", "a")))
                .value();
        CachedMetadata second = get(scene.catalog.createTable(name("t"), request("t"), keyed("k", "a")))
                .value();
        assertThat(second.location()).isEqualTo(first.location());
        assertThat(scene.metadataFiles()).hasSize(1);
        assertRefused(
                ErrorCode.IDEMPOTENCY_KEY_REUSED,
                () -> get(scene.catalog.createTable(name("u"), request("u"), keyed("k", "b"))));
    }

    @Test
    void an_unknown_creation_keeps_its_file_and_one_that_was_applied_is_found() {
        scene.submitter.next = FaultySubmitter.Fault.UNKNOWN_LOST;
        assertRefused(ErrorCode.OUTCOME_UNKNOWN, () -> scene.create("t"));
        assertThat(scene.metadataFiles()).hasSize(1);
        scene.submitter.next = FaultySubmitter.Fault.UNKNOWN_APPLIED;
        assertThat(scene.create("t").location()).isEqualTo(scene.row("t").getMetadataLocation());
    }

    @Test
    void a_staged_table_is_created_by_the_commit_that_asserts_so_and_only_once() {
        TableMetadata staged =
                get(scene.catalog.stageTable(name("t"), request("t"))).value();
        assertThat(staged.metadataFileLocation()).isNull();
        assertThat(scene.metadataFiles()).isEmpty();
        UpdateTableRequest finish = new UpdateTableRequest(
                List.of(new UpdateRequirement.AssertTableDoesNotExist()),
                List.of(
                        new MetadataUpdate.AssignUUID(staged.uuid()),
                        new MetadataUpdate.UpgradeFormatVersion(staged.formatVersion()),
                        new MetadataUpdate.AddSchema(staged.schema()),
                        new MetadataUpdate.SetCurrentSchema(-1),
                        new MetadataUpdate.AddPartitionSpec(staged.spec()),
                        new MetadataUpdate.SetDefaultPartitionSpec(-1),
                        new MetadataUpdate.AddSortOrder(staged.sortOrder()),
                        new MetadataUpdate.SetDefaultSortOrder(-1),
                        new MetadataUpdate.SetLocation(staged.location())));

        CachedMetadata created =
                get(scene.catalog.commit(name("t"), finish, USER)).value();

        assertThat(created.metadata().uuid()).isEqualTo(staged.uuid());
        assertThat(created.metadata().location()).isEqualTo(staged.location());
        assertRefused(ErrorCode.REQUIREMENT_FAILED, () -> get(scene.catalog.commit(name("t"), finish, USER)));
        assertThat(scene.metadataFiles()).hasSize(1);
    }

    @Test
    void locations_outside_the_warehouse_or_of_others_are_refused() {
        CachedMetadata other = scene.create("other");
        for (String location : List.of("file:/etc", "/etc/x", warehouse.toString(), "s3://b/x")) {
            assertRefused(ErrorCode.LOCATION_OUTSIDE_WAREHOUSE, () -> createAt(location));
            assertRefused(
                    ErrorCode.LOCATION_OUTSIDE_WAREHOUSE, () -> get(scene.catalog.stageTable(name("t"), at(location))));
        }
        for (String location : List.of(warehouse + "/../x", "relative/x", warehouse + "/a\u0000b")) {
            assertRefused(ErrorCode.BAD_REQUEST, () -> createAt(location));
        }
        assertRefused(ErrorCode.LOCATION_TAKEN, () -> createAt(other.metadata().location() + "/data"));
        assertThat(scene.metadataFiles()).hasSize(1);
    }

    private void createAt(String location) {
        get(scene.catalog.createTable(name("t"), at(location), USER));
    }

    private static CreateTableRequest at(String location) {
        return CreateTableRequest.builder()
                .withName("t")
                .withSchema(Scene.SCHEMA)
                .withLocation(location)
                .build();
    }

    @Test
    void names_of_any_letters_stay_below_the_warehouse() {
        List<String> levels = List.of("a/b%", "..%2F");
        get(scene.catalog.namespaces().create("default", levels.subList(0, 1), Map.of(), USER));
        get(scene.catalog.namespaces().create("default", levels, Map.of(), USER));
        TableName odd = new TableName("default", levels, "ta ble/\\+%#?ü");
        CachedMetadata created =
                get(scene.catalog.createTable(odd, request(odd.name()), USER)).value();
        assertThat(created.metadata()
                        .location()
                        .substring(warehouse.toUri().toString().length()))
                .matches("a_b_/_\\._2F/ta_ble_+-[0-9a-f]{8}");
        assertThat(get(scene.catalog.tables().load(Consistency.STRICT, odd))
                        .value()
                        .location())
                .isEqualTo(created.location());
    }

    @Test
    void listings_are_paged_by_name_and_survive_drops() {
        for (int i = 0; i < 10; i++) {
            scene.create("t" + i);
        }
        assertThat(list(PageRequest.EVERYTHING).entries()).hasSize(10);
        assertThat(list(PageRequest.EVERYTHING).next()).isEmpty();
        Page<String> page = list(new PageRequest(Optional.of(""), 3));
        List<String> seen = new ArrayList<>(page.entries());
        get(scene.catalog.tables().drop(name("t2"), false, USER));
        while (page.next().isPresent()) {
            page = list(new PageRequest(page.next(), 3));
            seen.addAll(page.entries());
        }
        assertThat(seen).containsExactly("t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9");
    }

    @Test
    void tokens_that_the_listing_did_not_give_are_refused() {
        scene.create("a");
        scene.create("b");
        get(scene.catalog.namespaces().create("default", List.of("other"), Map.of(), USER));
        Optional<String> token = list(new PageRequest(Optional.of(""), 1)).next();
        assertThat(token).isPresent();
        for (String garbage : List.of("x", "!!", token.orElseThrow() + "AAAA", "A".repeat(60))) {
            assertRefused(ErrorCode.BAD_REQUEST, () -> list(new PageRequest(Optional.of(garbage), 1)));
        }
        assertRefused(
                ErrorCode.BAD_REQUEST,
                () -> get(scene.catalog
                        .tables()
                        .list(Consistency.STRICT, "default", List.of("other"), new PageRequest(token, 1))));
        assertRefused(ErrorCode.BAD_REQUEST, () -> new PageRequest(Optional.of(""), 0));
        assertThat(new PageRequest(Optional.of(""), 5000).size()).isEqualTo(1000);
    }

    private Page<String> list(PageRequest page) {
        return get(scene.catalog.tables().list(Consistency.STRICT, "default", List.of("ns"), page))
                .value();
    }

    @Test
    void a_metadata_file_that_is_gone_is_said_so() throws Exception {
        CachedMetadata created = scene.create("t");
        Files.delete(Path.of(URI.create(created.location())));
        IcebergCatalog other = scene.anotherNode(scene.replica);
        assertRefused(ErrorCode.METADATA_NOT_FOUND, () -> get(other.tables().load(Consistency.STRICT, name("t"))));
    }

    @Test
    void what_is_asked_of_a_namespace_or_catalog_that_is_not_there_is_refused() {
        TableName lost = new TableName("default", List.of("lost"), "t");
        assertRefused(ErrorCode.NAMESPACE_NOT_FOUND, () -> get(scene.catalog.createTable(lost, request("t"), USER)));
        assertRefused(
                ErrorCode.NAMESPACE_NOT_FOUND,
                () -> get(scene.catalog
                        .tables()
                        .list(Consistency.STRICT, "default", List.of("lost"), PageRequest.EVERYTHING)));
        assertRefused(
                ErrorCode.TABLE_NOT_FOUND, () -> get(scene.catalog.tables().load(Consistency.STRICT, lost)));
        assertRefused(ErrorCode.CATALOG_NOT_FOUND, () -> get(scene.catalog.catalog(Consistency.STRICT, "nope")));
    }
}
