package io.ams.web.cli.bench;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** HTTP/1.1 requests as bytes. */
final class HttpRequests {
    private HttpRequests() {}

    static ByteBuffer get(URI server, String path) {
        return bytes(
                "GET " + path + " HTTP/1.1\r\nHost: " + server.getAuthority() + "\r\nAccept: application/json\r\n\r\n");
    }

    /** With a JSON body. Further header lines are each ended by CR LF. */
    static ByteBuffer send(String method, URI server, String path, String headers, String body) {
        return bytes(method + " " + path + " HTTP/1.1\r\nHost: " + server.getAuthority()
                + "\r\nContent-Type: application/json\r\n" + headers + "Content-Length: " + body.length() + "\r\n\r\n"
                + body);
    }

    private static ByteBuffer bytes(String ascii) {
        return ByteBuffer.wrap(ascii.getBytes(StandardCharsets.ISO_8859_1));
    }
}
