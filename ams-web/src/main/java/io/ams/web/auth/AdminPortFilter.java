package io.ams.web.auth;

import io.ams.raft.AmsException;
import io.ams.web.error.JettyFailures;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;

/** Guards the admin connector: figures and the sign of life are open, tasks, thread dumps and profiles are not. */
public final class AdminPortFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final Set<String> OPEN = Set.of("/metrics", "/ping", "/healthcheck");

    private final transient Gatekeeper gatekeeper;
    private final transient JettyFailures failures;

    public AdminPortFilter(Gatekeeper gatekeeper, JettyFailures failures) {
        this.gatekeeper = gatekeeper;
        this.failures = failures;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            if (!Gatekeeper.onlyReads(request.getMethod()) || !OPEN.contains(request.getRequestURI())) {
                gatekeeper.check(request.getHeader("Authorization"), request.getHeader("Origin"));
            }
        } catch (AmsException e) {
            failures.answer(request.getRequestURI(), response, e);
            return;
        }
        chain.doFilter(request, response);
    }
}
