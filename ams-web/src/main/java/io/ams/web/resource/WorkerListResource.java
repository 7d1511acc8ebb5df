package io.ams.web.resource;

import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.Rows;
import io.ams.state.View;
import io.ams.web.api.WorkerView;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The registered workers, for people. The workers' own protocol has the same path and another class. */
@Path("/api/v1/workers")
@Produces(MediaType.APPLICATION_JSON)
public final class WorkerListResource {
    private final Doors doors;

    public WorkerListResource(Doors doors) {
        this.doors = doors;
    }

    @GET
    public CompletionStage<Response> list(@Context ContainerRequestContext request) {
        return doors.read(request, WorkerListResource::workers);
    }

    private static List<WorkerView> workers(View view) {
        return Rows.values(view, Columns.WORKERS, KeyRange.all()).stream()
                .map(row -> WorkerView.of(
                        row,
                        Rows.values(view, Columns.LEASES, Keys.LeaseKey.of(row.getId()))
                                .size()))
                .toList();
    }
}
