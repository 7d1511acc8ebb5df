package io.ams.web.resource;

import io.ams.op.Operations;
import io.ams.proto.GroupPut;
import io.ams.proto.GroupRow;
import io.ams.proto.WorkerRow;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.Rows;
import io.ams.state.View;
import io.ams.web.api.GroupRequest;
import io.ams.web.api.GroupView;
import io.ams.web.api.Properties;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Optimizer groups. */
@Path("/api/v1/groups")
@Produces(MediaType.APPLICATION_JSON)
public final class GroupResource {
    private final Doors doors;

    public GroupResource(Doors doors) {
        this.doors = doors;
    }

    @GET
    public CompletionStage<Response> list(@Context ContainerRequestContext request) {
        return doors.read(
                request,
                view -> Rows.values(view, Columns.GROUPS, KeyRange.all()).stream()
                        .map(row -> group(view, row))
                        .toList());
    }

    @PUT
    @Path("{name}")
    @Consumes(MediaType.APPLICATION_JSON)
    public CompletionStage<Response> put(
            @PathParam("name") String name, GroupRequest group, @Context ContainerRequestContext request) {
        GroupPut body = GroupPut.newBuilder()
                .setName(name)
                .addAllProperties(Properties.toRows(Given.body(group).properties()))
                .build();
        return doors.writeAndRead(
                request,
                Operations.GROUP_PUT,
                body,
                view -> view.get(Columns.GROUPS, name).map(row -> group(view, row)),
                found -> Response.ok(found.orElseThrow()));
    }

    private static GroupView group(View view, GroupRow row) {
        List<WorkerRow> workers = Rows.values(view, Columns.WORKERS, KeyRange.all()).stream()
                .filter(worker -> worker.getGroup().equals(row.getName()))
                .toList();
        int threads = workers.stream().mapToInt(WorkerRow::getThreads).sum();
        int waiting = Rows.values(view, Columns.QUEUE, Keys.QueueKey.of(row.getName()))
                .size();
        return GroupView.of(row, workers.size(), threads, waiting);
    }
}
