package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.CatalogCreate;
import io.ams.proto.CatalogRow;
import io.ams.proto.Property;
import io.ams.state.Columns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogCreateTest {
    private final RuleBench bench = new RuleBench();

    @Test
    void theRowHoldsTheWarehouseInOneFormAndThePropertiesInOrder() {
        cluster();

        CatalogRow row = bench.accept(
                Operations.CATALOG_CREATE,
                create("lake", "/data/lake/").toBuilder()
                        .addProperties(property("b", "2"))
                        .addProperties(property("a", "1"))
                        .build());

        assertThat(row)
                .isEqualTo(CatalogRow.newBuilder()
                        .setName("lake")
                        .setWarehouse("file:///data/lake")
                        .addProperties(property("a", "1"))
                        .addProperties(property("b", "2"))
                        .setCreatedAtMillis(bench.now())
                        .build())
                .isEqualTo(bench.row(Columns.CATALOGS, "lake"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "a\u0007b"})
    void aNameThatCannotStandInAPathIsRefused(String name) {
        cluster();

        bench.refuse(ErrorCode.BAD_REQUEST, Operations.CATALOG_CREATE, create(name, "/data/lake"));
    }

    @Test
    void aNameHasAtMost128Characters() {
        cluster();

        bench.refuse(ErrorCode.BAD_REQUEST, Operations.CATALOG_CREATE, create("c".repeat(129), "/data/lake"));
        bench.accept(Operations.CATALOG_CREATE, create("c".repeat(128), "/data/lake"));
    }

    @Test
    void theWarehouseMustBeALocation() {
        cluster();

        bench.refuse(ErrorCode.BAD_REQUEST, Operations.CATALOG_CREATE, create("lake", "lake"));
    }

    @Test
    void aNameIsTakenOnce() {
        cluster();

        assertThat(bench.refuse(ErrorCode.CATALOG_EXISTS, Operations.CATALOG_CREATE, create("default", "/other")))
                .startsWith("Catalog already exists: default");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3://bucket/warehouse", "s3a://bucket/warehouse/in", "s3://bucket"})
    void warehousesDoNotOverlap(String warehouse) {
        cluster();

        assertThat(bench.refuse(ErrorCode.LOCATION_TAKEN, Operations.CATALOG_CREATE, create("lake", warehouse)))
                .contains("of catalog default");
    }

    @Test
    void aWarehouseBesideAnotherIsFine() {
        cluster();

        bench.accept(Operations.CATALOG_CREATE, create("lake", "s3://bucket/warehouse2"));
    }

    @Test
    void thereIsNoCatalogBeforeTheCluster() {
        bench.refuse(ErrorCode.NOT_READY, Operations.CATALOG_CREATE, create("lake", "/data/lake"));
    }

    private void cluster() {
        new CatalogBench(bench).cluster();
    }

    private static CatalogCreate create(String name, String warehouse) {
        return CatalogCreate.newBuilder().setName(name).setWarehouse(warehouse).build();
    }

    private static Property property(String key, String value) {
        return Property.newBuilder().setKey(key).setValue(value).build();
    }
}
