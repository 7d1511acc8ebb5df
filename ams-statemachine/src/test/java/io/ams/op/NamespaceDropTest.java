package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.NameKind;
import io.ams.proto.NameRow;
import io.ams.proto.NamespaceDrop;
import io.ams.proto.TableDrop;
import io.ams.state.Columns;
import io.ams.state.Keys;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamespaceDropTest {
    private final RuleBench bench = new RuleBench();
    private final CatalogBench catalog = new CatalogBench(bench);

    @BeforeEach
    void twoNamespacesOfLikeNames() {
        catalog.clusterWithNamespace("ns");
        catalog.namespace("ns2");
        catalog.namespace("ns2", "in");
        catalog.table("ns2", "t");
    }

    @Test
    void anEmptyNamespaceGoes() {
        bench.accept(Operations.NAMESPACE_DROP, drop("ns"));

        assertThat(bench.keys(Columns.NAMESPACES))
                .containsExactly(
                        new Keys.NamespaceKey("default", List.of("ns2")),
                        new Keys.NamespaceKey("default", List.of("ns2", "in")));
    }

    @Test
    void aNamespaceWithATableStaysUntilTheTableIsDropped() {
        catalog.table("ns", "t1");

        assertThat(bench.refuse(ErrorCode.NAMESPACE_NOT_EMPTY, Operations.NAMESPACE_DROP, drop("ns")))
                .startsWith("Namespace ns is not empty.")
                .contains("table t1");
        bench.accept(
                Operations.TABLE_DROP,
                TableDrop.newBuilder()
                        .setCatalog("default")
                        .addLevels("ns")
                        .setName("t1")
                        .build());
        bench.accept(Operations.NAMESPACE_DROP, drop("ns"));
    }

    @Test
    void aNamespaceWithAViewStays() {
        bench.put(
                Columns.NAMES,
                new Keys.NameKey("default", List.of("ns"), "v1"),
                NameRow.newBuilder().setKind(NameKind.VIEW).build());

        assertThat(bench.refuse(ErrorCode.NAMESPACE_NOT_EMPTY, Operations.NAMESPACE_DROP, drop("ns")))
                .startsWith("Namespace ns is not empty.")
                .contains("view v1");
    }

    @Test
    void aNamespaceWithANamespaceStays() {
        catalog.namespace("ns", "a");
        catalog.namespace("ns", "a", "b");

        assertThat(bench.refuse(ErrorCode.NAMESPACE_NOT_EMPTY, Operations.NAMESPACE_DROP, drop("ns")))
                .contains("namespace ns.a;");
        assertThat(bench.refuse(ErrorCode.NAMESPACE_NOT_EMPTY, Operations.NAMESPACE_DROP, drop("ns", "a")))
                .startsWith("Namespace ns.a is not empty.");
        bench.accept(Operations.NAMESPACE_DROP, drop("ns", "a", "b"));
        bench.accept(Operations.NAMESPACE_DROP, drop("ns", "a"));
    }

    @Test
    void anUnknownNamespaceIsRefused() {
        assertThat(bench.refuse(ErrorCode.NAMESPACE_NOT_FOUND, Operations.NAMESPACE_DROP, drop("n")))
                .isEqualTo("Namespace does not exist: n");
        bench.refuse(
                ErrorCode.CATALOG_NOT_FOUND,
                Operations.NAMESPACE_DROP,
                drop("ns").toBuilder().setCatalog("lake").build());
    }

    private static NamespaceDrop drop(String... levels) {
        return NamespaceDrop.newBuilder()
                .setCatalog("default")
                .addAllLevels(List.of(levels))
                .build();
    }
}
