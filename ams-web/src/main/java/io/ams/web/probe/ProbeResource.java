package io.ams.web.probe;

import io.ams.raft.NodeStatus;
import io.ams.raft.NodeStatus.Lifecycle;
import io.ams.raft.Replica;
import io.ams.web.api.ProbeView;
import io.ams.web.api.ProbeView.Check;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;

/**
 * Probes answer from what the node knows itself, at once. Reading and writing are asked separately: a node without a majority is
 * not ready for writes and still good for local reads.
 */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class ProbeResource {
    private final Replica replica;

    public ProbeResource(Replica replica) {
        this.replica = replica;
    }

    /** Whether the process should be left running. A node that waits, is removed or quarantined is not helped by a restart. */
    @GET
    @Path("livez")
    public Response live() {
        NodeStatus status = replica.status();
        return answer(List.of(new Check("not_closed", status.lifecycle() != Lifecycle.CLOSED, inWords(status))));
    }

    @GET
    @Path("readyz/read")
    public Response readyToRead() {
        return answer(List.of(running(replica.status())));
    }

    @GET
    @Path("readyz/write")
    public Response readyToWrite() {
        NodeStatus status = replica.status();
        return answer(List.of(
                running(status),
                new Check(
                        "leader_known",
                        status.leaderId().isPresent(),
                        status.leaderId().map(id -> "leader is " + id).orElse("no leader is known")),
                new Check("not_stopping", status.lifecycle() != Lifecycle.STOPPING, inWords(status))));
    }

    private static Check running(NodeStatus status) {
        return new Check("running", status.lifecycle() == Lifecycle.RUNNING, inWords(status));
    }

    private static String inWords(NodeStatus status) {
        String lifecycle = "node is " + status.lifecycle();
        return status.detail().isEmpty() ? lifecycle : lifecycle + ": " + status.detail();
    }

    private static Response answer(List<Check> checks) {
        ProbeView probe = new ProbeView(checks);
        return Response.status(probe.ready() ? Response.Status.OK : Response.Status.SERVICE_UNAVAILABLE)
                .entity(probe)
                .header("Cache-Control", "no-store")
                .build();
    }
}
