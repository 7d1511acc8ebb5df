package io.ams.web.resource;

import io.ams.iceberg.files.FileIOs;
import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.CatalogCreate;
import io.ams.proto.CatalogDrop;
import io.ams.proto.CatalogRow;
import io.ams.raft.AmsException;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Rows;
import io.ams.web.api.CatalogRequest;
import io.ams.web.api.CatalogView;
import io.ams.web.api.Properties;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.CompletionStage;

/** Catalogs: each has its warehouse. */
@Path("/api/v1/catalogs")
@Produces(MediaType.APPLICATION_JSON)
public final class CatalogResource {
    private final Doors doors;

    public CatalogResource(Doors doors) {
        this.doors = doors;
    }

    @GET
    public CompletionStage<Response> list(@Context ContainerRequestContext request) {
        return doors.read(
                request,
                view -> Rows.values(view, Columns.CATALOGS, KeyRange.all()).stream()
                        .map(CatalogView::of)
                        .toList());
    }

    @GET
    @Path("{name}")
    public CompletionStage<Response> show(@PathParam("name") String name, @Context ContainerRequestContext request) {
        return doors.read(
                request,
                view -> view.get(Columns.CATALOGS, name),
                found -> Response.ok(CatalogView.of(found.orElseThrow(Missing.catalog(name)))));
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public CompletionStage<Response> create(CatalogRequest catalog, @Context ContainerRequestContext request) {
        CatalogCreate body = CatalogCreate.newBuilder()
                .setName(Given.body(catalog).name())
                .setWarehouse(catalog.warehouse())
                .addAllProperties(Properties.toRows(catalog.properties()))
                .build();
        FileIOs.complaint(CatalogRow.newBuilder()
                        .setWarehouse(body.getWarehouse())
                        .addAllProperties(body.getPropertiesList())
                        .build())
                .ifPresent(why -> {
                    throw new AmsException(ErrorCode.BAD_REQUEST, why);
                });
        return doors.write(
                request,
                Operations.CATALOG_CREATE,
                body,
                row -> Response.status(Response.Status.CREATED).entity(CatalogView.of(row)));
    }

    @DELETE
    @Path("{name}")
    public CompletionStage<Response> drop(@PathParam("name") String name, @Context ContainerRequestContext request) {
        CatalogDrop body = CatalogDrop.newBuilder().setName(name).build();
        return doors.write(request, Operations.CATALOG_DROP, body, done -> Response.noContent());
    }
}
