package io.ams.web.iceberg;

import io.ams.iceberg.catalog.Caller;
import io.ams.iceberg.catalog.IcebergCatalog;
import io.ams.iceberg.catalog.TableName;
import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.web.iceberg.LoadedTables.Snapshots;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.ReportMetricsRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.responses.ListTablesResponse;
import org.apache.iceberg.rest.responses.LoadTableResponse;
import org.jspecify.annotations.Nullable;

/** Tables: list, create, load, commit, drop. */
@Path("/iceberg/v1/{prefix}/namespaces/{namespace}/tables")
public final class IcebergTableResource {
    private final IcebergCatalog catalog;
    private final IcebergJson json;
    private final IcebergAnswers answers;
    private final LoadedTables loaded;

    IcebergTableResource(IcebergCatalog catalog, IcebergJson json, IcebergAnswers answers) {
        this.catalog = catalog;
        this.json = json;
        this.answers = answers;
        this.loaded = new LoadedTables(json);
    }

    @GET
    public void list(
            @PathParam("prefix") @Encoded String prefix,
            @PathParam("namespace") @Encoded String namespace,
            @Context ContainerRequestContext request,
            @Suspended AsyncResponse response) {
        List<String> levels = IcebergPath.levels(namespace);
        Namespace parent = Namespace.of(levels.toArray(String[]::new));
        answers.json(
                response,
                catalog.tables()
                        .list(Consistency.STRICT, IcebergPath.text(prefix), levels, IcebergRequest.page(request)),
                page -> ListTablesResponse.builder()
                        .addAll(page.entries().stream()
                                .map(name -> TableIdentifier.of(parent, name))
                                .toList())
                        .nextPageToken(page.next().orElse(null))
                        .build());
    }

    @POST
    public void create(
            @PathParam("prefix") @Encoded String prefix,
            @PathParam("namespace") @Encoded String namespace,
            byte[] body,
            @Context ContainerRequestContext request,
            @Suspended AsyncResponse response) {
        CreateTableRequest create = json.read(body, CreateTableRequest.class);
        TableName name = new TableName(IcebergPath.text(prefix), IcebergPath.levels(namespace), create.name());
        if (create.stageCreate()) {
            answers.json(
                    response,
                    catalog.stageTable(name, create),
                    metadata -> LoadTableResponse.builder()
                            .withTableMetadata(metadata)
                            .build());
        } else {
            answers.respond(
                    response,
                    catalog.createTable(name, create, IcebergRequest.caller(request, body)),
                    table -> loaded.answer(table, Snapshots.ALL));
        }
    }

    @GET
    @Path("/{table}")
    public void load(
            @PathParam("prefix") @Encoded String prefix,
            @PathParam("namespace") @Encoded String namespace,
            @PathParam("table") @Encoded String table,
            @QueryParam("snapshots") @Nullable String snapshots,
            @HeaderParam(HttpHeaders.IF_NONE_MATCH) @Nullable String known,
            @Suspended AsyncResponse response) {
        TableName name = IcebergPath.table(prefix, namespace, table);
        Snapshots mode = Snapshots.of(snapshots);
        answers.respond(response, load(name, mode, known), Supplier::get);
    }

    /** What to answer, not built yet: that is work for another thread. */
    private CompletionStage<Read<Supplier<Response.ResponseBuilder>>> load(
            TableName name, Snapshots mode, @Nullable String known) {
        if (known == null) {
            return full(name, mode);
        }
        return catalog.tables()
                .metadataLocation(Consistency.STRICT, name)
                .thenCompose(read -> LoadedTables.isKnown(known, read.value(), mode)
                        ? CompletableFuture.completedFuture(
                                new Read<>(() -> loaded.unchanged(read.value(), mode), read.appliedIndex()))
                        : full(name, mode));
    }

    private CompletionStage<Read<Supplier<Response.ResponseBuilder>>> full(TableName name, Snapshots mode) {
        return catalog.tables()
                .load(Consistency.STRICT, name)
                .thenApply(read -> new Read<>(() -> loaded.answer(read.value(), mode), read.appliedIndex()));
    }

    @HEAD
    @Path("/{table}")
    public void exists(
            @PathParam("prefix") @Encoded String prefix,
            @PathParam("namespace") @Encoded String namespace,
            @PathParam("table") @Encoded String table,
            @Suspended AsyncResponse response) {
        answers.done(
                response,
                catalog.tables().metadataLocation(Consistency.STRICT, IcebergPath.table(prefix, namespace, table)));
    }

    @POST
    @Path("/{table}")
    public void commit(
            @PathParam("prefix") @Encoded String prefix,
            @PathParam("namespace") @Encoded String namespace,
            @PathParam("table") @Encoded String table,
            byte[] body,
            @Context ContainerRequestContext request,
            @Suspended AsyncResponse response) {
        UpdateTableRequest update = json.read(body, UpdateTableRequest.class);
        answers.respond(
                response,
                catalog.commit(
                        IcebergPath.table(prefix, namespace, table), update, IcebergRequest.caller(request, body)),
                committed -> loaded.answer(committed, Snapshots.ALL));
    }

    @DELETE
    @Path("/{table}")
    public void drop(
            @PathParam("prefix") @Encoded String prefix,
            @PathParam("namespace") @Encoded String namespace,
            @PathParam("table") @Encoded String table,
            @QueryParam("purgeRequested") @Nullable String purge,
            @Context ContainerRequestContext request,
            @Suspended AsyncResponse response) {
        boolean purged = isTrue(purge);
        // With or without its files is not the same request.
        byte[] hashed = {(byte) (purged ? 1 : 0)};
        Caller caller = IcebergRequest.caller(request, hashed);
        answers.done(response, catalog.tables().drop(IcebergPath.table(prefix, namespace, table), purged, caller));
    }

    /** True or false in any letter case: some clients write {@code True}. */
    private static boolean isTrue(@Nullable String parameter) {
        if (parameter == null || parameter.equalsIgnoreCase("false")) {
            return false;
        }
        if (parameter.equalsIgnoreCase("true")) {
            return true;
        }
        throw new AmsException(
                ErrorCode.BAD_REQUEST, "Invalid purgeRequested '" + parameter + "': it is true or false");
    }

    /** Takes a report. Nobody reads it yet, so it costs no look at the state: clients send one for every scan. */
    @POST
    @Path("/{table}/metrics")
    public Response report(
            @PathParam("prefix") @Encoded String prefix,
            @PathParam("namespace") @Encoded String namespace,
            @PathParam("table") @Encoded String table,
            byte[] body) {
        IcebergPath.table(prefix, namespace, table);
        json.read(body, ReportMetricsRequest.class);
        return Response.noContent().build();
    }
}
