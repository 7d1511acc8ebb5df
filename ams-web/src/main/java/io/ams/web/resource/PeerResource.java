package io.ams.web.resource;

import io.ams.raft.Read;
import io.ams.web.api.LeaderView;
import io.ams.web.api.PeerRequest;
import io.ams.web.api.TransferRequest;
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
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Members of the Raft group: who is in, joining, leaving, and who leads. */
@Path("/api/v1/peers")
@Produces(MediaType.APPLICATION_JSON)
public final class PeerResource {
    private final Doors doors;
    private final MembershipChange change;

    public PeerResource(Doors doors, MembershipChange change) {
        this.doors = doors;
        this.change = change;
    }

    @GET
    public CompletionStage<Response> list(@Context ContainerRequestContext request) {
        return doors.answer(
                doors.members(Consistencies.of(request)),
                members -> Response.ok(Cluster.peers(members)).build());
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public CompletionStage<Response> add(PeerRequest peer) {
        return doors.answer(
                change.add(Given.body(peer)),
                read -> Doors.at(
                        read, node -> Response.status(Response.Status.CREATED).entity(node)));
    }

    @DELETE
    @Path("{id}")
    public CompletionStage<Response> remove(@PathParam("id") String id) {
        return doors.answer(change.remove(id), index -> Doors.at(new Read<>(id, index), gone -> Response.noContent()));
    }

    @POST
    @Path("transfer")
    @Consumes(MediaType.APPLICATION_JSON)
    public CompletionStage<Response> transfer(@Nullable TransferRequest to) {
        Optional<String> id = Optional.ofNullable(to).map(TransferRequest::id);
        return doors.answer(
                doors.replica().membership().transferLeadership(id),
                done -> Response.ok(new LeaderView(
                                doors.replica().membership().leaderId().orElse(null)))
                        .build());
    }
}
