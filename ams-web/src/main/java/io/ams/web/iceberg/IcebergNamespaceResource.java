package io.ams.web.iceberg;

import io.ams.iceberg.catalog.NamespaceService;
import io.ams.raft.Consistency;
import io.ams.state.Levels;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.rest.requests.CreateNamespaceRequest;
import org.apache.iceberg.rest.requests.UpdateNamespacePropertiesRequest;
import org.apache.iceberg.rest.responses.CreateNamespaceResponse;
import org.apache.iceberg.rest.responses.GetNamespaceResponse;
import org.apache.iceberg.rest.responses.ListNamespacesResponse;
import org.apache.iceberg.rest.responses.UpdateNamespacePropertiesResponse;
import org.jspecify.annotations.Nullable;

/** Namespaces. */
@Path("/iceberg/v1/{prefix}/namespaces")
public final class IcebergNamespaceResource {
    private final NamespaceService namespaces;
    private final IcebergJson json;
    private final IcebergAnswers answers;

    IcebergNamespaceResource(NamespaceService namespaces, IcebergJson json, IcebergAnswers answers) {
        this.namespaces = namespaces;
        this.json = json;
        this.answers = answers;
    }

    @GET
    public void list(
            @PathParam("prefix") @Encoded String prefix,
            @QueryParam("parent") @Nullable String parent,
            @Context ContainerRequestContext request,
            @Suspended AsyncResponse response) {
        List<String> levels = parent == null || parent.isEmpty() ? List.of() : Levels.split(parent);
        answers.json(
                response,
                namespaces.list(Consistency.STRICT, IcebergPath.text(prefix), levels, IcebergRequest.page(request)),
                page -> ListNamespacesResponse.builder()
                        .addAll(page.entries().stream()
                                .map(IcebergNamespaceResource::namespace)
                                .toList())
                        .nextPageToken(page.next().orElse(null))
                        .build());
    }

    private static Namespace namespace(List<String> levels) {
        return Namespace.of(levels.toArray(String[]::new));
    }

    @POST
    public void create(
            @PathParam("prefix") @Encoded String prefix,
            byte[] body,
            @Context ContainerRequestContext request,
            @Suspended AsyncResponse response) {
        CreateNamespaceRequest create = json.read(body, CreateNamespaceRequest.class);
        Map<String, String> properties =
                Optional.ofNullable(create.properties()).orElse(Map.of());
        answers.json(
                response,
                namespaces.create(
                        IcebergPath.text(prefix),
                        List.of(create.namespace().levels()),
                        properties,
                        IcebergRequest.caller(request, body)),
                created -> CreateNamespaceResponse.builder()
                        .withNamespace(create.namespace())
                        .setProperties(created)
                        .build());
    }

    @GET
    @Path("/{namespace}")
    public void load(
            @PathParam("prefix") @Encoded String prefix,
            @PathParam("namespace") @Encoded String namespace,
            @Suspended AsyncResponse response) {
        List<String> levels = IcebergPath.levels(namespace);
        answers.json(
                response,
                namespaces.load(Consistency.STRICT, IcebergPath.text(prefix), levels),
                properties -> GetNamespaceResponse.builder()
                        .withNamespace(namespace(levels))
                        .setProperties(properties)
                        .build());
    }

    @HEAD
    @Path("/{namespace}")
    public void exists(
            @PathParam("prefix") @Encoded String prefix,
            @PathParam("namespace") @Encoded String namespace,
            @Suspended AsyncResponse response) {
        answers.done(
                response, namespaces.load(Consistency.STRICT, IcebergPath.text(prefix), IcebergPath.levels(namespace)));
    }

    @DELETE
    @Path("/{namespace}")
    public void drop(
            @PathParam("prefix") @Encoded String prefix,
            @PathParam("namespace") @Encoded String namespace,
            @Context ContainerRequestContext request,
            @Suspended AsyncResponse response) {
        answers.done(
                response,
                namespaces.drop(
                        IcebergPath.text(prefix),
                        IcebergPath.levels(namespace),
                        IcebergRequest.caller(request, new byte[0])));
    }

    @POST
    @Path("/{namespace}/properties")
    public void update(
            @PathParam("prefix") @Encoded String prefix,
            @PathParam("namespace") @Encoded String namespace,
            byte[] body,
            @Context ContainerRequestContext request,
            @Suspended AsyncResponse response) {
        UpdateNamespacePropertiesRequest update = json.read(body, UpdateNamespacePropertiesRequest.class);
        answers.json(
                response,
                namespaces.update(
                        IcebergPath.text(prefix),
                        IcebergPath.levels(namespace),
                        Optional.ofNullable(update.updates()).orElse(Map.of()),
                        Optional.ofNullable(update.removals()).orElse(List.of()),
                        IcebergRequest.caller(request, body)),
                updated -> UpdateNamespacePropertiesResponse.builder()
                        .addUpdated(updated.getUpdatedList())
                        .addRemoved(updated.getRemovedList())
                        .addMissing(updated.getMissingList())
                        .build());
    }
}
