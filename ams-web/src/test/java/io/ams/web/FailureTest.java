package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.ErrorCode;
import io.ams.testkit.SoloReplica;
import io.ams.web.error.BodyLimit;
import io.ams.web.error.FailureMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever goes wrong is answered in JSON, with the body of its route, and without a word of the inside. */
class FailureTest {
    private final Path data;
    private Web web;

    FailureTest(@TempDir Path data) {
        this.data = data;
    }

    @BeforeEach
    void open() {
        web = Web.open(new SoloReplica(), data);
    }

    @AfterEach
    void close() {
        web.close();
    }

    private static void isAmsError(Web.Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).startsWith("application/json");
        assertThat(answer.header("X-AMS-Node")).isEqualTo("solo");
        assertThat(answer.errorCode()).isEqualTo(code);
        assertThat(answer.json().at("/error/status").asInt()).isEqualTo(status);
        assertThat(answer.json().at("/error/message").asText()).isNotBlank();
        assertThat(answer.json().at("/error/requestId").asText()).isNotBlank();
        assertThat(answer.body()).doesNotContain("io.ams.").doesNotContain("Exception");
    }

    @Test
    void everyCodeHasItsStatusAndBody() {
        for (ErrorCode code : ErrorCode.values()) {
            int status = FailureMapper.status(code.kind());
            Web.Answer answer = web.get("/api/v1/probing/fail/" + code);
            isAmsError(answer, status, code.name());
            assertThat(answer.json().at("/error/message").asText()).isEqualTo("because " + code);
            boolean again = status == 429 || status == 503;
            assertThat(answer.header("Retry-After")).as(code.name()).isEqualTo(again ? "1" : "");
            Web.Answer iceberg = web.get("/iceberg/v1/probing/fail/" + code);
            assertThat(iceberg.status()).isEqualTo(status);
            assertThat(iceberg.body())
                    .isEqualTo("{\"error\":{\"message\":\"because " + code + "\",\"type\":\"Iceberg" + code
                            + "\",\"code\":" + status + "}}");
            assertThat(iceberg.header("Retry-After")).isEqualTo(answer.header("Retry-After"));
        }
    }

    @Test
    void aFailureOfAStageIsAnsweredLikeOneThrown() {
        isAmsError(web.get("/api/v1/probing/fail-later/OUTCOME_UNKNOWN"), 504, "OUTCOME_UNKNOWN");
    }

    @Test
    void aBugShowsNothingButAnId() {
        Web.Answer bug = web.get("/api/v1/probing/bug");
        isAmsError(bug, 500, "INTERNAL");
        assertThat(bug.body()).doesNotContain("secret");
        assertThat(bug.json().at("/error/message").asText())
                .contains(bug.json().at("/error/requestId").asText());
    }

    @Test
    void whatHttpItselfRefuses() {
        isAmsError(web.get("/api/v1/no-such-thing"), 404, "NOT_FOUND");
        isAmsError(web.get("/no-such-thing"), 404, "NOT_FOUND");
        isAmsError(web.delete("/api/v1/cluster"), 405, "METHOD_NOT_ALLOWED");
        isAmsError(web.send("PROPFIND", "/api/v1/cluster", null), 405, "METHOD_NOT_ALLOWED");
        isAmsError(web.get("/api/v1/cluster", "Accept", "text/html"), 406, "NOT_ACCEPTABLE");
        isAmsError(
                web.put("/api/v1/settings/x.a", "value", "Content-Type", "text/plain"), 415, "UNSUPPORTED_MEDIA_TYPE");
        isAmsError(web.put("/api/v1/settings/x.a", "value", "Content-Type", "nonsense"), 400, "BAD_REQUEST");
        isAmsError(web.get("/api/v1/cluster", "Accept", "nonsense"), 406, "NOT_ACCEPTABLE");
        isAmsError(web.get("/api/v1/cluster", "Accept", "text/html;q=much"), 400, "BAD_REQUEST");
        Web.Answer iceberg = web.get("/iceberg/v1/no-such-thing");
        assertThat(iceberg.status()).isEqualTo(404);
        assertThat(iceberg.json().at("/error/type").asText()).isEqualTo("IcebergNOT_FOUND");
        assertThat(iceberg.json().at("/error/code").asInt()).isEqualTo(404);
    }

    @Test
    void headHasNoBody() {
        Web.Answer head = web.send("HEAD", "/api/v1/catalogs/none", null);
        assertThat(head.status()).isEqualTo(404);
        assertThat(head.body()).isEmpty();
    }

    @Test
    void bodiesThatAreNoneAreRefusedInWords() {
        String path = "/api/v1/settings/x.a";
        isAmsError(web.put(path, "{\"value\":"), 400, "BAD_REQUEST");
        isAmsError(web.put(path, "nonsense"), 400, "BAD_REQUEST");
        isAmsError(web.put(path, ""), 400, "BAD_REQUEST");
        isAmsError(web.put(path, "[]"), 400, "BAD_REQUEST");
        isAmsError(web.put(path, "{}"), 400, "BAD_REQUEST");
        isAmsError(web.put(path, "{\"value\":{}}"), 400, "BAD_REQUEST");
        Web.Answer unknown = web.put(path, "{\"value\":\"a\",\"more\":1}");
        isAmsError(unknown, 400, "BAD_REQUEST");
        assertThat(unknown.body()).contains("unknown field more; fields are value");
        assertThat(web.get(path).status()).as("nothing half done").isEqualTo(404);
    }

    @Test
    void largeBodiesAreRefusedByWhatTheyUnpackTo() throws Exception {
        String large = "{\"value\":\"" + "a".repeat((int) BodyLimit.MANAGEMENT_BYTES) + "\"}";
        HttpRequest packed = HttpRequest.newBuilder(web.uri("/api/v1/settings/x.a"))
                .PUT(HttpRequest.BodyPublishers.ofByteArray(gzip(large)))
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .build();
        HttpResponse<String> answer = web.client().send(packed, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(413);
        assertThat(web.post("/iceberg/v1/probing/length", large).body())
                .isEqualTo("{\"length\":" + large.length() + "}");
    }

    /** Jetty closes such a connection; a client that is not told sends its next request there and gets no answer. */
    @Test
    void aConnectionWhoseRequestWasNotReadIsSaidToEnd() {
        // The body is announced and not sent: one that was on its way when the connection ended could take the answer
        // with it.
        String rest = " HTTP/1.1\r\nHost: ams\r\nContent-Type: application/json\r\nContent-Length: "
                + (BodyLimit.MANAGEMENT_BYTES + 1) + "\r\n\r\n";
        assertThat(raw("PUT /api/v1/settings/x.a" + rest))
                .startsWith("HTTP/1.1 413")
                .contains("\r\nConnection: close\r\n");
        assertThat(raw("PUT /api/v1/nothing/here" + rest))
                .startsWith("HTTP/1.1 404")
                .contains("\r\nConnection: close\r\n");
        Web.Answer read = web.put("/api/v1/settings/nothing", "{\"value\":\"a\"}");
        assertThat(read.status()).isEqualTo(400);
        assertThat(read.header("Connection")).isEmpty();
    }

    @Test
    void requestsThatDoNotReadAreTheClientsFault() throws Exception {
        HttpRequest packed = HttpRequest.newBuilder(web.uri("/api/v1/settings/x.a"))
                .PUT(HttpRequest.BodyPublishers.ofString("not packed at all"))
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .build();
        HttpResponse<String> answer = web.client().send(packed, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        isAmsError(web.put("/api/v1/settings/x.a", "{\"value\":\"1\",\"value\":\"2\"}"), 400, "BAD_REQUEST");
        String head = "PUT /api/v1/settings/x.a HTTP/1.1\r\nHost: ams\r\nContent-Type: application/json\r\n";
        assertThat(raw(head + "Content-Length: 99999999999\r\n\r\n")).startsWith("HTTP/1.1 413");
        assertThat(raw(head + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n")).startsWith("HTTP/1.1 400");
        assertThat(raw("GET /api/v1/cluster HTTP/3.0\r\nHost: ams\r\n\r\n")).startsWith("HTTP/1.1 400");
    }

    @Test
    void gzipIsTakenAndGivenButOnlyWhereAskedFor() throws Exception {
        HttpRequest put = HttpRequest.newBuilder(web.uri("/api/v1/settings/x.a"))
                .PUT(HttpRequest.BodyPublishers.ofByteArray(gzip("{\"value\":\"" + "v".repeat(4000) + "\"}")))
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .build();
        assertThat(web.client().send(put, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        assertThat(web.get("/api/v1/settings/x.a").header("Content-Encoding")).isEmpty();
        assertThat(web.get("/api/v1/settings/x.a", "Accept-Encoding", "gzip").header("Content-Encoding"))
                .isEqualTo("gzip");
    }

    @Test
    void whatIsNoUriIsRefusedInJson() {
        for (String target : new String[] {"/api/v1/%zz", "/api/v1/tables/%2e%2e/x", "/api/v1/%ff"}) {
            String answer = raw("GET " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            assertThat(answer).as(target).startsWith("HTTP/1.1 400");
            assertThat(answer.toLowerCase(java.util.Locale.ROOT)).doesNotContain("<html");
            assertThat(answer).contains("\"code\":\"BAD_REQUEST\"").contains("X-AMS-Node: solo");
        }
        String iceberg = raw("GET /iceberg/v1/%2e%2e/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        assertThat(iceberg).contains("\"type\":\"IcebergBAD_REQUEST\",\"code\":400");
        String headers = raw("GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + "l".repeat(70_000) + "\r\n\r\n");
        assertThat(headers).startsWith("HTTP/1.1 431").doesNotContain("<html");
    }

    private String raw(String request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), web.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
