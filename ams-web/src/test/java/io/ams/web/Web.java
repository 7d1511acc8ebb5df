package io.ams.web;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ams.raft.Replica;
import io.ams.web.resource.TableVerdicts.Verdict;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A served replica, and a client that talks to it. */
final class Web implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** An answer with its body as text. */
    record Answer(int status, java.net.http.HttpHeaders headers, String body) {
        JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException e) {
                throw new AssertionError("no JSON: " + body, e);
            }
        }

        String header(String name) {
            return headers.firstValue(name).orElse("");
        }

        String errorCode() {
            return json().at("/error/code").asText();
        }
    }

    private final AmsServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    private Web(AmsServer server) {
        this.server = server;
    }

    static Web open(Replica replica, Path data) {
        return open(replica, AmsWebSettings.of("solo", "127.0.0.1", 0, data), List.of(new Probing()));
    }

    static Web open(Replica replica, AmsWebSettings settings, List<Object> components) {
        WebExtensions extensions = new WebExtensions(
                components,
                (view, table) -> table.getBacklog().getFiles() > 0
                        ? new Verdict(40, "PENDING", "files wait")
                        : new Verdict(100, "IDLE", "nothing to do"),
                code -> "Iceberg" + code.name());
        return new Web(AmsServer.start(new AmsApplication(replica, settings, extensions, new MetricRegistry())));
    }

    int port() {
        return server.httpPort();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.httpPort() + path);
    }

    URI adminUri(String path) {
        return URI.create("http://127.0.0.1:" + server.adminPort() + path);
    }

    HttpClient client() {
        return client;
    }

    Answer get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    Answer put(String path, String json, String... headers) {
        return send("PUT", path, json, headers);
    }

    Answer post(String path, String json, String... headers) {
        return send("POST", path, json, headers);
    }

    Answer delete(String path, String... headers) {
        return send("DELETE", path, null, headers);
    }

    /** A body goes as JSON unless the headers say otherwise. */
    Answer send(String method, String path, @org.jspecify.annotations.Nullable String body, String... headers) {
        return send(uri(path), method, body, headers);
    }

    Answer send(URI uri, String method, @org.jspecify.annotations.Nullable String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (body != null && !List.of(headers).contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        try {
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.headers(), response.body());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
