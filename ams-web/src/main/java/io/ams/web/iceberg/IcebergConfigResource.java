package io.ams.web.iceberg;

import io.ams.iceberg.catalog.IcebergCatalog;
import io.ams.raft.Consistency;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import java.util.List;
import org.apache.iceberg.rest.Endpoint;
import org.apache.iceberg.rest.RESTUtil;
import org.apache.iceberg.rest.responses.ConfigResponse;
import org.jspecify.annotations.Nullable;

/** Where a client begins: which catalog it gets, and what may be asked of it. */
@Path("/iceberg/v1/config")
public final class IcebergConfigResource {
    private static final String DEFAULT_CATALOG = "default";
    private static final String KEY_LIFETIME = "PT30M";

    /** Everything that is served, and nothing else: a client takes each for granted. */
    private static final List<Endpoint> ENDPOINTS = List.of(
            Endpoint.V1_LIST_NAMESPACES,
            Endpoint.V1_CREATE_NAMESPACE,
            Endpoint.V1_LOAD_NAMESPACE,
            Endpoint.V1_NAMESPACE_EXISTS,
            Endpoint.V1_UPDATE_NAMESPACE,
            Endpoint.V1_DELETE_NAMESPACE,
            Endpoint.V1_LIST_TABLES,
            Endpoint.V1_CREATE_TABLE,
            Endpoint.V1_LOAD_TABLE,
            Endpoint.V1_TABLE_EXISTS,
            Endpoint.V1_UPDATE_TABLE,
            Endpoint.V1_DELETE_TABLE,
            Endpoint.V1_REPORT_METRICS);

    private final IcebergCatalog catalog;
    private final IcebergAnswers answers;

    IcebergConfigResource(IcebergCatalog catalog, IcebergAnswers answers) {
        this.catalog = catalog;
        this.answers = answers;
    }

    @GET
    public void config(@QueryParam("warehouse") @Nullable String warehouse, @Suspended AsyncResponse response) {
        String name = warehouse == null || warehouse.isEmpty() ? DEFAULT_CATALOG : warehouse;
        answers.json(
                response,
                catalog.catalog(Consistency.STRICT, name),
                row -> ConfigResponse.builder()
                        .withOverride("prefix", RESTUtil.encodePathSegment(row.getName()))
                        .withEndpoints(ENDPOINTS)
                        .withIdempotencyKeyLifetime(KEY_LIFETIME)
                        .build());
    }
}
