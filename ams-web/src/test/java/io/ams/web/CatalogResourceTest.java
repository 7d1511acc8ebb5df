package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.Operations;
import io.ams.proto.NamespaceCreate;
import io.ams.testkit.SoloReplica;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogResourceTest {
    private static final String NEW =
            "{\"name\":\"lab\",\"warehouse\":\"file:///lab\",\"properties\":{\"b\":\"2\",\"a\":\"1\"}}";

    private final Path data;
    private final SoloReplica replica = new SoloReplica();
    private final Scene scene = new Scene(replica);
    private Web web;

    CatalogResourceTest(@TempDir Path data) {
        this.data = data;
    }

    @BeforeEach
    void open() {
        web = Web.open(replica, data);
    }

    @AfterEach
    void close() {
        web.close();
    }

    @Test
    void createShowListDrop() {
        Web.Answer created = web.post("/api/v1/catalogs", NEW);
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.json().get("properties").toString()).isEqualTo("{\"a\":\"1\",\"b\":\"2\"}");
        assertThat(created.json().get("createdAtMillis").asLong()).isPositive();
        assertThat(web.get("/api/v1/catalogs/lab").json()).isEqualTo(created.json());
        assertThat(web.get("/api/v1/catalogs").json().findValuesAsText("name")).containsExactly("default", "lab");
        assertThat(web.delete("/api/v1/catalogs/lab").status()).isEqualTo(204);
        assertThat(web.get("/api/v1/catalogs/lab").errorCode()).isEqualTo("CATALOG_NOT_FOUND");
    }

    @Test
    void refusals() {
        web.post("/api/v1/catalogs", NEW);
        assertThat(web.post("/api/v1/catalogs", NEW).errorCode()).isEqualTo("CATALOG_EXISTS");
        assertThat(web.post("/api/v1/catalogs", NEW).status()).isEqualTo(409);
        scene.submit(
                Operations.NAMESPACE_CREATE,
                NamespaceCreate.newBuilder().setCatalog("lab").addLevels("ns").build());
        assertThat(web.delete("/api/v1/catalogs/lab").errorCode()).isEqualTo("CATALOG_NOT_EMPTY");
        assertThat(web.delete("/api/v1/catalogs/none").status()).isEqualTo(404);
        Web.Answer nowhere = web.post("/api/v1/catalogs", "{\"name\":\"x\",\"warehouse\":\"s3://bucket/lake\"}");
        assertThat(nowhere.status()).isEqualTo(400);
        assertThat(nowhere.body()).contains("s3://bucket/lake", "No FileSystem for scheme");
        assertThat(web.post("/api/v1/catalogs", "{\"name\":\"x\"}").body()).contains("field warehouse is missing");
        assertThat(web.post(
                                "/api/v1/catalogs",
                                "{\"name\":\"x\",\"warehouse\":\"file:///x\",\"properties\":{\"a\":null}}")
                        .body())
                .contains("properties.a");
    }
}
