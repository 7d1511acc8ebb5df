package io.ams.web.resource;

import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.web.api.ClusterView;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.CompletionStage;

/** The cluster at one glance. */
@Path("/api/v1/cluster")
@Produces(MediaType.APPLICATION_JSON)
public final class ClusterResource {
    private final Doors doors;

    public ClusterResource(Doors doors) {
        this.doors = doors;
    }

    @GET
    public CompletionStage<Response> show(@Context ContainerRequestContext request) {
        Consistency consistency = Consistencies.of(request);
        CompletionStage<Read<ClusterView>> cluster = doors.query(consistency, Cluster::read)
                .thenCombine(
                        doors.members(consistency),
                        (read, members) -> new Read<>(
                                Cluster.view(read.value(), doors.replica().status(), members), read.appliedIndex()));
        return doors.answer(cluster, read -> Doors.at(read, Response::ok));
    }
}
