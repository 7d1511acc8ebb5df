package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.NamespaceCreate;
import io.ams.proto.NamespaceRow;
import io.ams.proto.Property;
import io.ams.state.Columns;
import io.ams.state.Keys;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamespaceCreateTest {
    private final RuleBench bench = new RuleBench();

    @BeforeEach
    void cluster() {
        new CatalogBench(bench).cluster();
    }

    @Test
    void theRowHoldsThePropertiesInOrder() {
        NamespaceRow row = bench.accept(
                Operations.NAMESPACE_CREATE,
                create("ns").toBuilder()
                        .addProperties(Property.newBuilder().setKey("owner").setValue("x"))
                        .addProperties(Property.newBuilder().setKey("comment").setValue("y"))
                        .build());

        assertThat(row)
                .isEqualTo(NamespaceRow.newBuilder()
                        .setCatalog("default")
                        .addLevels("ns")
                        .addProperties(Property.newBuilder().setKey("comment").setValue("y"))
                        .addProperties(Property.newBuilder().setKey("owner").setValue("x"))
                        .setCreatedAtMillis(bench.now())
                        .build())
                .isEqualTo(bench.row(Columns.NAMESPACES, new Keys.NamespaceKey("default", List.of("ns"))));
    }

    @Test
    void theNamespaceAroundMustBeThere() {
        assertThat(bench.refuse(ErrorCode.NAMESPACE_NOT_FOUND, Operations.NAMESPACE_CREATE, create("a", "b")))
                .isEqualTo("Namespace does not exist: a");
        bench.accept(Operations.NAMESPACE_CREATE, create("a"));
        bench.accept(Operations.NAMESPACE_CREATE, create("a", "b"));
        assertThat(bench.refuse(ErrorCode.NAMESPACE_NOT_FOUND, Operations.NAMESPACE_CREATE, create("a", "c", "d")))
                .isEqualTo("Namespace does not exist: a.c");
    }

    @Test
    void aNamespaceIsCreatedOnce() {
        bench.accept(Operations.NAMESPACE_CREATE, create("a"));
        bench.accept(Operations.NAMESPACE_CREATE, create("a", "b"));

        assertThat(bench.refuse(ErrorCode.NAMESPACE_EXISTS, Operations.NAMESPACE_CREATE, create("a", "b")))
                .isEqualTo("Namespace already exists: a.b");
    }

    @Test
    void levelsMayHoldDotsAndSlashes() {
        bench.accept(Operations.NAMESPACE_CREATE, create("new.db"));
        bench.accept(Operations.NAMESPACE_CREATE, create("new/db"));
        bench.accept(Operations.NAMESPACE_CREATE, create("n".repeat(255)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a\u001fb", "a\u0000", "a\nb", "\u0085"})
    void aLevelThatCannotBeToldApartIsRefused(String level) {
        bench.refuse(ErrorCode.BAD_REQUEST, Operations.NAMESPACE_CREATE, create(level));
        bench.accept(Operations.NAMESPACE_CREATE, create("a"));
        bench.refuse(ErrorCode.BAD_REQUEST, Operations.NAMESPACE_CREATE, create("a", level));
    }

    @Test
    void aLevelIsBoundedAndThereIsOne() {
        bench.refuse(ErrorCode.BAD_REQUEST, Operations.NAMESPACE_CREATE, create("n".repeat(256)));
        bench.refuse(ErrorCode.BAD_REQUEST, Operations.NAMESPACE_CREATE, create());
    }

    @Test
    void theCatalogMustBeThere() {
        bench.refuse(
                ErrorCode.CATALOG_NOT_FOUND,
                Operations.NAMESPACE_CREATE,
                create("a").toBuilder().setCatalog("lake").build());
    }

    private static NamespaceCreate create(String... levels) {
        return NamespaceCreate.newBuilder()
                .setCatalog("default")
                .addAllLevels(List.of(levels))
                .build();
    }
}
