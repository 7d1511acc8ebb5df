package io.ams.web.cli.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Puts the pieces of HTTP/1.1 responses together: bodies with a length, in chunks, or without one (204, 304). Each response must
 * end where a piece ends, as it does when one request at a time is under way.
 */
final class ResponseReader {
    /** @param close whether the server closes the connection after it */
    record Response(int status, String body, boolean close) {}

    private final ByteArrayOutputStream received = new ByteArrayOutputStream(1024);
    private int bodyAt = -1;
    private int status;
    private int length;
    private boolean chunked;
    private boolean close;

    /** Takes a piece; the response, if this piece completes it. */
    Optional<Response> read(ByteBuffer piece) throws IOException {
        received.write(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
        String text = received.toString(StandardCharsets.ISO_8859_1);
        if (bodyAt < 0 && !head(text)) {
            return Optional.empty();
        }
        Optional<String> body = chunked ? chunks(text) : plain(text);
        if (body.isEmpty()) {
            return Optional.empty();
        }
        received.reset();
        bodyAt = -1;
        return body.map(found -> new Response(status, found, close));
    }

    private boolean head(String text) throws IOException {
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            return false;
        }
        if (!text.startsWith("HTTP/1.1 ") || text.length() < 12) {
            throw new IOException(
                    "not an HTTP/1.1 response: " + text.lines().findFirst().orElse(""));
        }
        status = Integer.parseInt(text.substring(9, 12));
        length = status == 204 || status == 304 ? 0 : -1;
        chunked = false;
        close = false;
        text.substring(0, end).lines().skip(1).forEach(this::header);
        if (length < 0 && !chunked) {
            throw new IOException("a response without a length");
        }
        bodyAt = end + 4;
        return true;
    }

    private void header(String line) {
        String lower = line.toLowerCase(Locale.ROOT);
        if (lower.startsWith("content-length:")) {
            length = Integer.parseInt(line.substring(15).strip());
        } else if (lower.startsWith("transfer-encoding:")) {
            chunked = lower.contains("chunked");
        } else if (lower.startsWith("connection:")) {
            close = lower.contains("close");
        }
    }

    private Optional<String> plain(String text) {
        return text.length() < bodyAt + length
                ? Optional.empty()
                : Optional.of(text.substring(bodyAt, bodyAt + length));
    }

    private Optional<String> chunks(String text) {
        StringBuilder body = new StringBuilder();
        int at = bodyAt;
        while (true) {
            int line = text.indexOf("\r\n", at);
            if (line < 0) {
                return Optional.empty();
            }
            String size = text.substring(at, line);
            int extension = size.indexOf(';');
            int bytes = Integer.parseInt((extension < 0 ? size : size.substring(0, extension)).strip(), 16);
            int next = line + 2 + bytes + 2;
            if (text.length() < next) {
                return Optional.empty();
            }
            if (bytes == 0) {
                return Optional.of(body.toString());
            }
            body.append(text, line + 2, line + 2 + bytes);
            at = next;
        }
    }
}
