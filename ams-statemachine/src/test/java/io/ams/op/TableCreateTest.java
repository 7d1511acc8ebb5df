package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.NameKind;
import io.ams.proto.NameRow;
import io.ams.proto.Property;
import io.ams.proto.PurgeRow;
import io.ams.proto.TableBacklog;
import io.ams.proto.TableCommitted;
import io.ams.proto.TableCreate;
import io.ams.proto.TableDrop;
import io.ams.proto.TableRow;
import io.ams.proto.TableSummary;
import io.ams.state.Columns;
import io.ams.state.Keys;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableCreateTest {
    private static final TableSummary SUMMARY =
            TableSummary.newBuilder().setSnapshotId(7).setRecords(100).build();

    private final RuleBench bench = new RuleBench();
    private final CatalogBench catalog = new CatalogBench(bench);

    @BeforeEach
    void aNamespace() {
        catalog.clusterWithNamespace("ns");
    }

    @Test
    void writesTheTableAndEveryRowThatLeadsToIt() {
        TableCommitted answer = bench.accept(
                Operations.TABLE_CREATE,
                create("t")
                        .setSummary(SUMMARY)
                        .addUpkeep(property("b", "2"))
                        .addUpkeep(property("a", "1"))
                        .addFurtherLocations("s3a://bucket/warehouse/elsewhere/")
                        .setAddedFiles(3)
                        .setAddedBytes(30)
                        .build());

        assertThat(answer)
                .isEqualTo(TableCommitted.newBuilder()
                        .setUuid("uuid-t")
                        .setVersion(1)
                        .setMetadataLocation(create("t").build().getMetadataLocation())
                        .build());
        TableRow row = bench.row(Columns.TABLES, "uuid-t");
        assertThat(row).isEqualTo(expectedRow(row.getBucket()));
        assertThat(bench.keys(Columns.BUCKET_TABLES))
                .containsExactly(new Keys.BucketTableKey(row.getBucket(), "uuid-t"));
        assertThat(bench.row(Columns.NAMES, new Keys.NameKey("default", List.of("ns"), "t")))
                .isEqualTo(NameRow.newBuilder()
                        .setKind(NameKind.TABLE)
                        .setUuid("uuid-t")
                        .build());
        assertThat(bench.keys(Columns.LOCATIONS))
                .containsExactly("s3://bucket/warehouse/elsewhere/", "s3://bucket/warehouse/ns/t/");
        assertThat(bench.row(Columns.LOCATIONS, "s3://bucket/warehouse/ns/t/").getTableUuid())
                .isEqualTo("uuid-t");
    }

    private TableRow expectedRow(int bucket) {
        return TableRow.newBuilder()
                .setUuid("uuid-t")
                .setCatalog("default")
                .addLevels("ns")
                .setName("t")
                .setLocation("s3://bucket/warehouse/ns/t")
                .setMetadataLocation("s3://bucket/warehouse/ns/t/metadata/00000.json")
                .setVersion(1)
                .setShapeVersion(1)
                .setBucket(bucket)
                .setSummary(SUMMARY)
                .setBacklog(TableBacklog.newBuilder()
                        .setFiles(3)
                        .setBytes(30)
                        .setCommits(1)
                        .setFirstAtMillis(bench.now())
                        .setLastAtMillis(bench.now()))
                .addUpkeep(property("a", "1"))
                .addUpkeep(property("b", "2"))
                .addFurtherLocations("s3a://bucket/warehouse/elsewhere/")
                .setCreatedAtMillis(bench.now())
                .setUpdatedAtMillis(bench.now())
                .build();
    }

    @Test
    void anEmptyTableHasNoBacklog() {
        assertThat(catalog.table("ns", "t").getBacklog()).isEqualTo(TableBacklog.getDefaultInstance());
    }

    @Test
    void theBucketOfAUuidNeverChangesAndTheyAreSpread() {
        assertThat(Buckets.home("c0ffee00-0000-4000-8000-000000000001", 256)).isEqualTo(208);
        assertThat(IntStream.range(0, 1000)
                        .map(i -> Buckets.home("uuid-" + i, 8))
                        .boxed()
                        .collect(Collectors.groupingBy(bucket -> bucket, Collectors.counting())))
                .hasSize(8)
                .allSatisfy((bucket, tables) -> assertThat(tables).isBetween(80L, 170L));
    }

    @Test
    void aNameIsTakenOnceByATableOrAView() {
        catalog.table("ns", "t");
        bench.put(
                Columns.NAMES,
                new Keys.NameKey("default", List.of("ns"), "v"),
                NameRow.newBuilder().setKind(NameKind.VIEW).build());

        assertThat(refuse(ErrorCode.TABLE_EXISTS, create("t").setUuid("other")))
                .startsWith("Table already exists: ns.t");
        assertThat(refuse(ErrorCode.VIEW_EXISTS, create("v"))).startsWith("View with same name already exists: ns.v");
    }

    @Test
    void aUuidIsTakenAsLongAsAnythingIsLeftOfItsTable() {
        catalog.table("ns", "t");
        TableCreate.Builder again = create("t2").setUuid("uuid-t");
        assertThat(refuse(ErrorCode.TABLE_EXISTS, again)).contains("ns.t has uuid uuid-t");

        drop("t");
        assertThat(refuse(ErrorCode.TABLE_EXISTS, again)).contains("was dropped");

        bench.put(Columns.PURGES, "uuid-p", PurgeRow.getDefaultInstance());
        assertThat(refuse(ErrorCode.TABLE_EXISTS, create("p"))).contains("still being deleted");
    }

    @Test
    void catalogAndNamespaceMustBeThere() {
        assertThat(refuse(ErrorCode.CATALOG_NOT_FOUND, create("t").setCatalog("lake")))
                .contains("lake");
        assertThat(refuse(ErrorCode.NAMESPACE_NOT_FOUND, create("t").addLevels("in")))
                .isEqualTo("Namespace does not exist: ns.in");
        refuse(ErrorCode.NAMESPACE_NOT_FOUND, create("t").clearLevels());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a\u001fb", "a\nb"})
    void aNameThatCannotBeToldApartIsRefused(String name) {
        refuse(ErrorCode.BAD_REQUEST, create("t").setName(name));
    }

    @Test
    void whatATableNeedsMustBeSaid() {
        refuse(ErrorCode.BAD_REQUEST, create("t").clearUuid());
        refuse(ErrorCode.BAD_REQUEST, create("t").clearMetadataLocation());
        refuse(ErrorCode.BAD_REQUEST, create("t").clearLocation());
        refuse(ErrorCode.BAD_REQUEST, create("t").addFurtherLocations("data"));
        refuse(ErrorCode.BAD_REQUEST, create("t").setAddedFiles(-1));
        refuse(ErrorCode.BAD_REQUEST, create("t").setAddedBytes(-1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3://bucket/warehouse",
                "s3://bucket/warehouse2/t",
                "s3://bucket",
                "s3://other/warehouse/t",
                "/t"
            })
    void locationsLieInsideTheWarehouse(String location) {
        refuse(ErrorCode.LOCATION_OUTSIDE_WAREHOUSE, create("t").setLocation(location));
        refuse(ErrorCode.LOCATION_OUTSIDE_WAREHOUSE, create("t").addFurtherLocations(location));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3://bucket/warehouse/ns/t",
                "s3://bucket//warehouse/ns//t/",
                "s3a://bucket/warehouse/ns/t",
                "s3://bucket/warehouse/ns/t/data/deep",
                "s3://bucket/warehouse/ns"
            })
    void aLocationBelongsToOneTable(String location) {
        catalog.table("ns", "t");

        assertThat(refuse(ErrorCode.LOCATION_TAKEN, create("t2").setLocation(location)))
                .contains("uuid-t");
        assertThat(refuse(ErrorCode.LOCATION_TAKEN, create("t2").addFurtherLocations(location)))
                .contains("uuid-t");
    }

    @Test
    void aFurtherLocationBelongsToItsTableToo() {
        catalog.table(create("t")
                .addFurtherLocations("s3://bucket/warehouse/data/t")
                .addFurtherLocations("s3://bucket/warehouse/ns/t/data")
                .build());

        refuse(ErrorCode.LOCATION_TAKEN, create("t2").setLocation("s3://bucket/warehouse/data/t/x"));
        refuse(ErrorCode.LOCATION_TAKEN, create("t2").setLocation("s3://bucket/warehouse/data"));
    }

    @Test
    void aLocationStaysTakenWhenItsTableIsDropped() {
        catalog.table("ns", "t");
        drop("t");

        refuse(ErrorCode.LOCATION_TAKEN, create("t2").setLocation("s3://bucket/warehouse/ns/t"));
    }

    @Test
    void aLocationOfALikeNameIsFree() {
        catalog.table("ns", "t");

        catalog.table("ns", "t2");
        catalog.table("ns", "tt");
    }

    private void drop(String name) {
        bench.accept(
                Operations.TABLE_DROP,
                TableDrop.newBuilder()
                        .setCatalog("default")
                        .addLevels("ns")
                        .setName(name)
                        .build());
    }

    private String refuse(ErrorCode code, TableCreate.Builder command) {
        return bench.refuse(code, Operations.TABLE_CREATE, command.build());
    }

    private static TableCreate.Builder create(String name) {
        return CatalogBench.tableCreate("ns", name);
    }

    private static Property property(String key, String value) {
        return Property.newBuilder().setKey(key).setValue(value).build();
    }
}
