package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.NamespaceUpdate;
import io.ams.proto.NamespaceUpdated;
import io.ams.proto.Property;
import io.ams.state.Columns;
import io.ams.state.Keys;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamespaceUpdateTest {
    private static final Keys.NamespaceKey NS = new Keys.NamespaceKey("default", List.of("ns"));

    private final RuleBench bench = new RuleBench();

    @BeforeEach
    void aNamespace() {
        new CatalogBench(bench).clusterWithNamespace("ns");
    }

    @Test
    void setsAndRemovesInOneStepAndSaysWhatItDid() {
        bench.accept(
                Operations.NAMESPACE_UPDATE,
                update().addUpdates(property("c", "1"))
                        .addUpdates(property("a", "1"))
                        .build());

        NamespaceUpdated answer = bench.accept(
                Operations.NAMESPACE_UPDATE,
                update().addUpdates(property("d", "2"))
                        .addUpdates(property("a", "2"))
                        .addRemovals("z")
                        .addRemovals("c")
                        .addRemovals("b")
                        .addRemovals("c")
                        .build());

        assertThat(answer)
                .isEqualTo(NamespaceUpdated.newBuilder()
                        .addUpdated("a")
                        .addUpdated("d")
                        .addRemoved("c")
                        .addMissing("b")
                        .addMissing("z")
                        .build());
        assertThat(bench.row(Columns.NAMESPACES, NS).getPropertiesList())
                .containsExactly(property("a", "2"), property("d", "2"));
    }

    @Test
    void aKeyToSetAndToRemoveIsRefused() {
        assertThat(bench.refuse(
                        ErrorCode.UNPROCESSABLE,
                        Operations.NAMESPACE_UPDATE,
                        update().addUpdates(property("a", "1")).addRemovals("a").build()))
                .contains("property a");
    }

    @Test
    void theNamespaceMustBeThere() {
        assertThat(bench.refuse(
                        ErrorCode.NAMESPACE_NOT_FOUND,
                        Operations.NAMESPACE_UPDATE,
                        update().addLevels("in").build()))
                .isEqualTo("Namespace does not exist: ns.in");
        bench.refuse(
                ErrorCode.CATALOG_NOT_FOUND,
                Operations.NAMESPACE_UPDATE,
                update().setCatalog("lake").build());
    }

    private static NamespaceUpdate.Builder update() {
        return NamespaceUpdate.newBuilder().setCatalog("default").addLevels("ns");
    }

    private static Property property(String key, String value) {
        return Property.newBuilder().setKey(key).setValue(value).build();
    }
}
