package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.CatalogCreate;
import io.ams.proto.CatalogDrop;
import io.ams.proto.NamespaceCreate;
import io.ams.proto.PurgeRow;
import io.ams.state.Columns;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CatalogDropTest {
    private final RuleBench bench = new RuleBench();

    @BeforeEach
    void aSecondCatalog() {
        new CatalogBench(bench).cluster();
        bench.accept(
                Operations.CATALOG_CREATE,
                CatalogCreate.newBuilder().setName("lake").setWarehouse("/lake").build());
    }

    @Test
    void anEmptyCatalogGoesAndItsNameAndWarehouseAreFree() {
        bench.accept(Operations.CATALOG_DROP, drop("lake"));

        assertThat(bench.keys(Columns.CATALOGS)).containsExactly("default");
        aCatalogAgain();
    }

    private void aCatalogAgain() {
        bench.accept(
                Operations.CATALOG_CREATE,
                CatalogCreate.newBuilder().setName("lake").setWarehouse("/lake").build());
    }

    @Test
    void anUnknownCatalogIsRefused() {
        bench.refuse(ErrorCode.CATALOG_NOT_FOUND, Operations.CATALOG_DROP, drop("lak"));
    }

    @Test
    void theDefaultCatalogStays() {
        bench.refuse(ErrorCode.CATALOG_REQUIRED, Operations.CATALOG_DROP, drop("default"));
    }

    @Test
    void aCatalogWithANamespaceStays() {
        bench.accept(
                Operations.NAMESPACE_CREATE,
                NamespaceCreate.newBuilder().setCatalog("lake").addLevels("ns").build());

        assertThat(bench.refuse(ErrorCode.CATALOG_NOT_EMPTY, Operations.CATALOG_DROP, drop("lake")))
                .contains("holds namespaces");
    }

    @Test
    void aCatalogWhoseFilesAreBeingDeletedStays() {
        bench.put(
                Columns.PURGES,
                "uuid-t",
                PurgeRow.newBuilder().setCatalog("lake").setLocation("/lake/t").build());

        assertThat(bench.refuse(ErrorCode.CATALOG_NOT_EMPTY, Operations.CATALOG_DROP, drop("lake")))
                .contains("/lake/t");
    }

    private static CatalogDrop drop(String name) {
        return CatalogDrop.newBuilder().setName(name).build();
    }
}
