package io.ams.web.error;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MediaType;
import java.lang.annotation.Annotation;
import org.jspecify.annotations.Nullable;

/**
 * Names the node in every answer, and gives a failure the body and headers of its route. What Jersey refuses by itself, for a header
 * that does not read, comes with a status alone and gets them too.
 */
@Priority(Priorities.USER)
public final class FailureRendering implements ContainerResponseFilter {
    public static final String NODE_HEADER = "X-AMS-Node";
    private static final int LOWEST_FAILURE = 400;
    private static final Annotation[] NONE = {};

    private final String nodeId;
    private final FailureMapper mapper;
    private final FailureBodies bodies;

    public FailureRendering(String nodeId, FailureMapper mapper, FailureBodies bodies) {
        this.nodeId = nodeId;
        this.mapper = mapper;
        this.bodies = bodies;
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        response.getHeaders().putSingle(NODE_HEADER, nodeId);
        Failure failure = failure(response);
        if (failure != null) {
            FailureHeaders.put(failure, response.getHeaders()::putSingle);
            byte[] body = bodies.body("/" + request.getUriInfo().getPath(), failure);
            response.setEntity(body, NONE, MediaType.APPLICATION_JSON_TYPE);
        }
    }

    private @Nullable Failure failure(ContainerResponseContext response) {
        if (response.getEntity() instanceof Failure failure) {
            return failure;
        }
        boolean bare = response.getStatus() >= LOWEST_FAILURE && !response.hasEntity();
        return bare ? mapper.ofStatus(response.getStatus()) : null;
    }
}
