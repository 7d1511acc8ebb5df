package io.ams.web.error;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers what fails before or beside Jersey, a URI that is none for instance, with the same bodies. */
public final class JettyFailures {
    private static final String JSON = "application/json";

    private final String nodeId;
    private final FailureMapper mapper;
    private final FailureBodies bodies;

    public JettyFailures(String nodeId, FailureMapper mapper, FailureBodies bodies) {
        this.nodeId = nodeId;
        this.mapper = mapper;
        this.bodies = bodies;
    }

    /** For what fails before it is known which servlets a request is for. */
    public Request.Handler forServer() {
        return new ServerErrors();
    }

    /** For what fails among servlets. */
    public Request.Handler forServlets() {
        return new ServletErrors();
    }

    private final class ServerErrors extends org.eclipse.jetty.server.handler.ErrorHandler {
        @Override
        public boolean errorPageForMethod(String method) {
            return true;
        }

        @Override
        protected void generateResponse(
                Request request,
                Response response,
                int code,
                @Nullable String message,
                @Nullable Throwable cause,
                Callback callback) {
            answer(request, response, callback, code);
        }
    }

    private final class ServletErrors extends org.eclipse.jetty.ee10.servlet.ErrorHandler {
        @Override
        public boolean errorPageForMethod(String method) {
            return true;
        }

        @Override
        protected void generateResponse(
                Request request,
                Response response,
                int code,
                @Nullable String message,
                @Nullable Throwable cause,
                Callback callback) {
            answer(request, response, callback, code);
        }
    }

    private void answer(Request request, Response response, Callback callback, int code) {
        Failure failure = mapper.ofStatus(code);
        response.setStatus(failure.status());
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(HttpHeader.CONTENT_TYPE, JSON);
        headers.put(FailureRendering.NODE_HEADER, nodeId);
        FailureHeaders.put(failure, headers::put);
        byte[] body = bodies.body(path(request), failure);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private static String path(Request request) {
        String path = request.getHttpURI() == null ? null : request.getHttpURI().getPath();
        return path == null ? "/" : path;
    }

    /** Answers from a servlet or a filter. */
    public void answer(String path, HttpServletResponse response, Throwable thrown) throws IOException {
        answer(path, response, mapper.of(thrown));
    }

    /** Answers a status that came without a body. */
    void answer(String path, HttpServletResponse response, int status) throws IOException {
        answer(path, response, mapper.ofStatus(status));
    }

    private void answer(String path, HttpServletResponse response, Failure failure) throws IOException {
        response.setStatus(failure.status());
        response.setContentType(JSON);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.setHeader(FailureRendering.NODE_HEADER, nodeId);
        FailureHeaders.put(failure, response::setHeader);
        response.getOutputStream().write(bodies.body(path, failure));
    }
}
