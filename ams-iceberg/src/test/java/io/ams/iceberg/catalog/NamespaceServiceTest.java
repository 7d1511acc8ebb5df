package io.ams.iceberg.catalog;

import static io.ams.iceberg.catalog.Scene.USER;
import static io.ams.iceberg.catalog.Scene.assertRefused;
import static io.ams.iceberg.catalog.Scene.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.ErrorCode;
import io.ams.proto.NamespaceUpdated;
import io.ams.raft.Consistency;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamespaceServiceTest {
    private Scene scene;

    @BeforeEach
    void open(@TempDir Path folder) {
        scene = new Scene(folder);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private Page<List<String>> list(List<String> parent, PageRequest page) {
        return get(scene.catalog.namespaces().list(Consistency.STRICT, "default", parent, page))
                .value();
    }

    private void create(String... levels) {
        get(scene.catalog.namespaces().create("default", List.of(levels), Map.of(), USER));
    }

    @Test
    void properties_are_echoed_kept_and_changed_in_one_step() {
        List<String> levels = List.of("a");
        NamespaceService namespaces = scene.catalog.namespaces();
        assertThat(get(namespaces.create("default", levels, Map.of("k", "v", "old", "x"), USER))
                        .value())
                .isEqualTo(Map.of("k", "v", "old", "x"));
        NamespaceUpdated updated = get(namespaces.update(
                        "default", levels, Map.of("k", "w"), List.of("old", "never"), USER))
                .value();
        assertThat(updated.getUpdatedList()).containsExactly("k");
        assertThat(updated.getRemovedList()).containsExactly("old");
        assertThat(updated.getMissingList()).containsExactly("never");
        assertThat(get(namespaces.load(Consistency.STRICT, "default", levels)).value())
                .isEqualTo(Map.of("k", "w"));
        assertRefused(
                ErrorCode.UNPROCESSABLE,
                () -> get(namespaces.update("default", levels, Map.of("k", "w"), List.of("k"), USER)));
    }

    @Test
    void children_are_listed_by_parent_and_by_page() {
        create("a");
        for (String child : List.of("x", "y", "z")) {
            create("a", child);
        }
        assertThat(list(List.of(), PageRequest.EVERYTHING).entries()).containsExactly(List.of("a"), List.of("ns"));
        Page<List<String>> first = list(List.of("a"), new PageRequest(Optional.of(""), 2));
        assertThat(first.entries()).containsExactly(List.of("a", "x"), List.of("a", "y"));
        Page<List<String>> second = list(List.of("a"), new PageRequest(first.next(), 2));
        assertThat(second.entries()).containsExactly(List.of("a", "z"));
        assertThat(second.next()).isEmpty();
        assertRefused(ErrorCode.NAMESPACE_NOT_FOUND, () -> list(List.of("b"), PageRequest.EVERYTHING));
        assertRefused(ErrorCode.BAD_REQUEST, () -> list(List.of(), new PageRequest(first.next(), 2)));
    }

    @Test
    void only_an_empty_namespace_is_dropped() {
        scene.create("t");
        NamespaceService namespaces = scene.catalog.namespaces();
        assertRefused(ErrorCode.NAMESPACE_NOT_EMPTY, () -> get(namespaces.drop("default", List.of("ns"), USER)));
        get(scene.catalog.tables().drop(Scene.name("t"), false, USER));
        get(namespaces.drop("default", List.of("ns"), USER));
        assertRefused(
                ErrorCode.NAMESPACE_NOT_FOUND,
                () -> get(namespaces.load(Consistency.STRICT, "default", List.of("ns"))));
        assertRefused(ErrorCode.NAMESPACE_NOT_FOUND, () -> get(namespaces.drop("default", List.of("ns"), USER)));
    }

    @Test
    void what_cannot_be_a_name_is_refused() {
        assertRefused(ErrorCode.NAMESPACE_EXISTS, () -> create("ns"));
        for (String bad : List.of("", ".", "..", "a\u001fb", "a\u0000", "\ud800", "x".repeat(256))) {
            assertRefused(ErrorCode.BAD_REQUEST, () -> create(bad));
        }
        assertRefused(ErrorCode.BAD_REQUEST, this::create);
    }
}
