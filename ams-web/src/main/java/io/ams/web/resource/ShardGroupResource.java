package io.ams.web.resource;

import io.ams.ddl.group.Modes;
import io.ams.ddl.protocol.ShardGroupChange;
import io.ams.ddl.protocol.ShardGroupRequest;
import io.ams.iceberg.catalog.ShardGroups;
import io.ams.iceberg.catalog.TableName;
import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.DdlGroupConfigure;
import io.ams.proto.DdlGroupCreate;
import io.ams.proto.DdlGroupDrop;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlRetry;
import io.ams.raft.AmsException;
import io.ams.state.View;
import io.ams.web.ddl.GroupViews;
import io.ams.web.ddl.ViewParts;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Groups of shards that feed one table. */
@Path("/api/v1/ddl/groups")
@Produces(MediaType.APPLICATION_JSON)
public final class ShardGroupResource {
    private static final int PAGE = 200;
    private static final int LARGEST_PAGE = 2_000;

    private final Doors doors;
    private final ShardGroups groups;

    public ShardGroupResource(Doors doors, ShardGroups groups) {
        this.doors = doors;
        this.groups = groups;
    }

    @GET
    public CompletionStage<Response> list(@Context ContainerRequestContext request) {
        return doors.read(request, GroupViews::list);
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public CompletionStage<Response> create(
            @Nullable ShardGroupRequest sent, @Context ContainerRequestContext request) {
        ShardGroupRequest group = Given.body(sent);
        DdlGroupCreate.Builder body = DdlGroupCreate.newBuilder()
                .setGroup(Given.field(group.name(), "name"))
                .setPolicies(ViewParts.policies(group.policies()));
        mode(group.mode()).ifPresent(body::setMode);
        TableName table =
                tableName(Optional.ofNullable(group.catalog()).orElse("default"), Given.field(group.table(), "table"));
        return doors.answer(
                groups.create(table, body.build(), Submissions.of(request))
                        .thenCompose(index -> doors.queryAfter(index, whole(group.name()))),
                read -> Doors.at(
                        read,
                        found -> Response.status(Response.Status.CREATED)
                                .entity(found.orElseThrow(Missing.shardGroup(group.name())))));
    }

    private Function<View, Optional<io.ams.ddl.protocol.ShardGroupView>> whole(String name) {
        GroupViews.Page first = new GroupViews.Page(Optional.empty(), PAGE, false);
        return view -> GroupViews.group(view, name, first);
    }

    private static Optional<DdlMode> mode(@Nullable String sent) {
        if (sent == null) {
            return Optional.empty();
        }
        return Optional.of(Modes.parse(sent)
                .orElseThrow(() -> new AmsException(
                        ErrorCode.BAD_REQUEST,
                        "there is no mode '" + sent + "': it is pessimistic, optimistic or strict-optimistic")));
    }

    private static TableName tableName(String catalog, String dotted) {
        List<String> parts = Tables.parts(dotted);
        if (parts.size() < 2 || parts.contains("")) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST, "field table is namespace.table, which '" + dotted + "' is not");
        }
        int last = parts.size() - 1;
        return new TableName(catalog, parts.subList(0, last), parts.get(last));
    }

    @GET
    @Path("{group}")
    public CompletionStage<Response> show(
            @PathParam("group") String group,
            @QueryParam("pageToken") @Nullable String pageToken,
            @QueryParam("pageSize") @Nullable String pageSize,
            @QueryParam("columns") @Nullable String columns,
            @Context ContainerRequestContext request) {
        GroupViews.Page page = new GroupViews.Page(
                Optional.ofNullable(pageToken),
                Given.count(pageSize, "pageSize", PAGE, LARGEST_PAGE),
                Given.flag(columns, "columns"));
        return doors.read(
                request,
                view -> GroupViews.group(view, group, page),
                found -> Response.ok(found.orElseThrow(Missing.shardGroup(group))));
    }

    @PATCH
    @Path("{group}")
    @Consumes(MediaType.APPLICATION_JSON)
    public CompletionStage<Response> configure(
            @PathParam("group") String group,
            @Nullable ShardGroupChange sent,
            @Context ContainerRequestContext request) {
        ShardGroupChange change = Given.body(sent);
        DdlGroupConfigure.Builder body = DdlGroupConfigure.newBuilder().setGroup(group);
        mode(change.mode()).ifPresent(body::setMode);
        if (change.policies() != null) {
            body.setPolicies(ViewParts.policies(change.policies()));
        }
        return doors.writeAndRead(
                request,
                Operations.DDL_GROUP_CONFIGURE,
                body.build(),
                whole(group),
                found -> Response.ok(found.orElseThrow(Missing.shardGroup(group))));
    }

    @DELETE
    @Path("{group}")
    public CompletionStage<Response> drop(@PathParam("group") String group, @Context ContainerRequestContext request) {
        return doors.write(
                request,
                Operations.DDL_GROUP_DROP,
                DdlGroupDrop.newBuilder().setGroup(group).build(),
                done -> Response.noContent());
    }

    /** Looks at everything that waits once more. */
    @POST
    @Path("{group}/retry")
    public CompletionStage<Response> retry(@PathParam("group") String group, @Context ContainerRequestContext request) {
        DdlRetry body = DdlRetry.newBuilder().setGroup(group).build();
        return doors.answer(
                groups.change(Operations.DDL_RETRY, body, Submissions.of(request))
                        .thenCompose(read -> doors.queryAfter(read.appliedIndex(), whole(group))),
                read -> Doors.at(read, found -> Response.ok(found.orElseThrow(Missing.shardGroup(group)))));
    }
}
