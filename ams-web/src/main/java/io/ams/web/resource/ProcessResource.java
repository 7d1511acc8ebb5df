package io.ams.web.resource;

import io.ams.op.Operations;
import io.ams.proto.ProcessFinish;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.Rows;
import io.ams.state.View;
import io.ams.web.api.ProcessView;
import io.ams.web.api.TaskView;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Upkeep processes and their tasks. */
@Path("/api/v1/processes")
@Produces(MediaType.APPLICATION_JSON)
public final class ProcessResource {
    private final Doors doors;

    public ProcessResource(Doors doors) {
        this.doors = doors;
    }

    @GET
    public CompletionStage<Response> running(@Context ContainerRequestContext request) {
        return doors.read(request, Processes::running);
    }

    @GET
    @Path("{id}/tasks")
    public CompletionStage<Response> tasks(@PathParam("id") String id, @Context ContainerRequestContext request) {
        return doors.read(
                request, view -> tasks(view, id), found -> Response.ok(found.orElseThrow(Missing.process(id))));
    }

    @POST
    @Path("{id}/cancel")
    public CompletionStage<Response> cancel(@PathParam("id") String id, @Context ContainerRequestContext request) {
        CompletionStage<Read<ProcessView>> canceled = doors.query(Consistency.STRICT, view -> Processes.find(view, id))
                .thenCompose(read -> cancel(read.value().orElseThrow(Missing.process(id)), request));
        return doors.answer(canceled, read -> Doors.at(read, Response::ok));
    }

    private CompletionStage<Read<ProcessView>> cancel(ProcessRow process, ContainerRequestContext request) {
        ProcessFinish body = ProcessFinish.newBuilder()
                .setTableUuid(process.getTableUuid())
                .setProcessId(process.getProcessId())
                .setState(ProcessState.CANCELED)
                .setReason("canceled by hand")
                .build();
        return doors.submit(Operations.PROCESS_FINISH, body, Submissions.of(request))
                .thenCompose(reply -> doors.query(
                        Consistency.bookmark(reply.index()),
                        view -> Processes.view(
                                view,
                                Processes.find(view, process.getProcessId()).orElse(process))));
    }

    private static Optional<List<TaskView>> tasks(View view, String id) {
        return view.get(Columns.ACTIVE_PROCESSES, id)
                .map(active -> Rows.values(view, Columns.TASKS, Keys.TaskKey.of(id)).stream()
                        .map(TaskView::of)
                        .toList());
    }
}
