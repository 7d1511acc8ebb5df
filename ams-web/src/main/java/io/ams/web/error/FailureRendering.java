package io.ams.web.error;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MediaType;
import java.lang.annotation.Annotation;

/** Names the node in every answer, and gives a failure the body and headers of its route. */
@Priority(Priorities.USER)
public final class FailureRendering implements ContainerResponseFilter {
    public static final String NODE_HEADER = "X-AMS-Node";
    private static final Annotation[] NONE = {};

    private final String nodeId;
    private final FailureBodies bodies;

    public FailureRendering(String nodeId, FailureBodies bodies) {
        this.nodeId = nodeId;
        this.bodies = bodies;
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        response.getHeaders().putSingle(NODE_HEADER, nodeId);
        if (response.getEntity() instanceof Failure failure) {
            FailureHeaders.put(failure, response.getHeaders()::putSingle);
            byte[] body = bodies.body("/" + request.getUriInfo().getPath(), failure);
            response.setEntity(body, NONE, MediaType.APPLICATION_JSON_TYPE);
        }
    }
}
