package io.ams.web.dashboard;

import io.ams.raft.AmsException;
import io.ams.web.error.FailureRendering;
import io.ams.web.error.JettyFailures;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The stream of pictures as server-sent events. A servlet, because only there can writing be left to the reader's pace. */
public final class EventStreamServlet extends HttpServlet {
    public static final String PATH = "/api/v1/events/stream";
    private static final long serialVersionUID = 1L;

    private final String nodeId;
    private final transient DashboardFeed feed;
    private final transient JettyFailures failures;

    public EventStreamServlet(String nodeId, DashboardFeed feed, JettyFailures failures) {
        this.nodeId = nodeId;
        this.feed = feed;
        this.failures = failures;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/event-stream");
        response.setCharacterEncoding("UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader(FailureRendering.NODE_HEADER, nodeId);
        // Proxies that gather answers would hold events back.
        response.setHeader("X-Accel-Buffering", "no");
        AsyncContext context = request.startAsync();
        context.setTimeout(0);
        Watcher watcher = new Watcher(context, response.getOutputStream(), feed);
        try {
            feed.add(watcher);
            response.getOutputStream().setWriteListener(watcher);
        } catch (AmsException refused) {
            failures.answer(PATH, response, refused);
            context.complete();
        }
    }
}
