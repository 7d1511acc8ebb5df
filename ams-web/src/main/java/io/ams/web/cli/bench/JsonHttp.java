package io.ams.web.cli.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Plain JSON calls for setting up and looking; the load itself does not go through here. */
final class JsonHttp {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    JsonNode get(URI url) throws IOException {
        return send(HttpRequest.newBuilder(url).GET());
    }

    JsonNode post(URI url, Object body) throws IOException {
        return send(HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body instanceof String text ? text : JSON.writeValueAsString(body))));
    }

    private JsonNode send(HttpRequest.Builder request) throws IOException {
        HttpRequest built = request.timeout(Duration.ofSeconds(10)).build();
        try {
            HttpResponse<String> response = client.send(built, BodyHandlers.ofString());
            if (response.statusCode() >= 300) {
                throw new IOException(built.method() + " " + built.uri() + " answered " + response.statusCode() + ": "
                        + response.body().strip());
            }
            return response.body().isBlank() ? MissingNode.getInstance() : JSON.readTree(response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
