package io.ams.web.auth;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;

/** Guards every request below {@code /api/v1} that may change something, the workers' among them. */
@Priority(Priorities.AUTHENTICATION)
public final class AdminTokenFilter implements ContainerRequestFilter {
    private static final String GUARDED = "api/v1/";

    private final Gatekeeper gatekeeper;

    public AdminTokenFilter(Gatekeeper gatekeeper) {
        this.gatekeeper = gatekeeper;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        if (!Gatekeeper.onlyReads(request.getMethod())
                && request.getUriInfo().getPath().startsWith(GUARDED)) {
            gatekeeper.check(request.getHeaderString(HttpHeaders.AUTHORIZATION), request.getHeaderString("Origin"));
        }
    }
}
