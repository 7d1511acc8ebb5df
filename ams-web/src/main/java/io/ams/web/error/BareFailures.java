package io.ams.web.error;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Gives a body to failures that Jersey answers with a status alone: before it looks for a resource it reads the type of the
 * request's body, and refuses one that does not read where no mapper of ours is asked.
 */
public final class BareFailures extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final int LOWEST = 400;

    private final transient JettyFailures failures;

    public BareFailures(JettyFailures failures) {
        this.failures = failures;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        chain.doFilter(request, response);
        boolean done = request.isAsyncStarted() || response.isCommitted() || response.getContentType() != null;
        if (!done && response.getStatus() >= LOWEST) {
            failures.answer(request.getRequestURI(), response, response.getStatus());
        }
    }
}
