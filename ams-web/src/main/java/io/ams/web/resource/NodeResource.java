package io.ams.web.resource;

import io.ams.op.Operations;
import io.ams.proto.NodeRow;
import io.ams.proto.NodeSetState;
import io.ams.proto.NodeState;
import io.ams.raft.Consistency;
import io.ams.raft.NodeStatus;
import io.ams.raft.Read;
import io.ams.state.Columns;
import io.ams.web.api.NodeView;
import io.ams.web.api.SelfView;
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
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Nodes: what they are, and taking them out of service and back. */
@Path("/api/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
public final class NodeResource {
    private final Doors doors;

    public NodeResource(Doors doors) {
        this.doors = doors;
    }

    @GET
    public CompletionStage<Response> list(@Context ContainerRequestContext request) {
        return doors.answer(nodes(Consistencies.of(request)), read -> Doors.at(read, Response::ok));
    }

    @GET
    @Path("{id}")
    public CompletionStage<Response> show(@PathParam("id") String id, @Context ContainerRequestContext request) {
        return doors.answer(nodes(Consistencies.of(request)), read -> Doors.at(read, one(id)));
    }

    @GET
    @Path("self")
    public Response self() {
        NodeStatus status = doors.replica().status();
        Read<NodeRow> row = doors.replica()
                .reader()
                .readLocal(view -> view.get(Columns.NODES, status.nodeId()).orElse(NodeRow.getDefaultInstance()));
        return Doors.at(
                row,
                told -> Response.ok(
                        SelfView.of(status, told.getVersion(), told.getHttpAddress(), told.getRaftAddress())));
    }

    @POST
    @Path("{id}/drain")
    public CompletionStage<Response> drain(@PathParam("id") String id, @Context ContainerRequestContext request) {
        return setState(id, NodeState.DRAINING, request);
    }

    @POST
    @Path("{id}/undrain")
    public CompletionStage<Response> undrain(@PathParam("id") String id, @Context ContainerRequestContext request) {
        return setState(id, NodeState.ACTIVE, request);
    }

    private CompletionStage<Response> setState(String id, NodeState state, ContainerRequestContext request) {
        NodeSetState body = NodeSetState.newBuilder().setId(id).setState(state).build();
        CompletionStage<Read<List<NodeView>>> after = doors.submit(
                        Operations.NODE_SET_STATE, body, Submissions.of(request))
                .thenCompose(reply -> nodes(Consistency.bookmark(reply.index())));
        return doors.answer(after, read -> Doors.at(read, one(id)));
    }

    private CompletionStage<Read<List<NodeView>>> nodes(Consistency consistency) {
        return doors.query(consistency, Cluster::read)
                .thenCombine(
                        doors.members(consistency),
                        (read, members) -> new Read<>(
                                Cluster.nodes(read.value(), doors.replica().status(), members), read.appliedIndex()));
    }

    private static Function<List<NodeView>, Response.ResponseBuilder> one(String id) {
        return nodes -> Response.ok(
                nodes.stream().filter(node -> node.id().equals(id)).findFirst().orElseThrow(Missing.node(id)));
    }
}
