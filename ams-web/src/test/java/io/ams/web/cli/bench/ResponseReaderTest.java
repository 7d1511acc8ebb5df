package io.ams.web.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ams.web.cli.bench.ResponseReader.Response;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseReaderTest {
    private static final String PLAIN = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    private static final String CHUNKED =
            "HTTP/1.1 412 No\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nhel\r\n2;x=1\r\nlo\r\n0\r\n\r\n";

    private final ResponseReader reader = new ResponseReader();

    private Optional<Response> read(String piece) throws IOException {
        return reader.read(ByteBuffer.wrap(piece.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, CHUNKED})
    void everyWayOfCuttingAResponseGivesTheSame(String text) throws IOException {
        Response whole = new Response(text.equals(PLAIN) ? 200 : 412, "hello", text.equals(CHUNKED));
        for (int cut = 0; cut < text.length(); cut++) {
            assertThat(read(text.substring(0, cut))).as("cut at %d", cut).isEmpty();
            assertThat(read(text.substring(cut))).as("cut at %d", cut).contains(whole);
        }
    }

    @Test
    void anAnswerWithoutABodyIsWholeAfterItsHead() throws IOException {
        assertThat(read("HTTP/1.1 204 No Content\r\n\r\n")).contains(new Response(204, "", false));
    }

    @Test
    void whatIsNoAnswerIsAFault() {
        assertThatThrownBy(() -> read("SSH-2.0-OpenSSH\r\n\r\n")).hasMessageContaining("SSH-2.0");
        assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\n\r\n")).isInstanceOf(IOException.class);
    }

    @Test
    void numbersAreFoundInJson() {
        assertThat(JsonNumbers.after("{\"a\":1,\"version\": \"42\"}", "version"))
                .isEqualTo(42);
        assertThat(JsonNumbers.after("{\"version\":7}", "version")).isEqualTo(7);
        assertThat(JsonNumbers.after("{\"version\":null}", "version")).isEqualTo(-1);
        assertThat(JsonNumbers.after("{}", "version")).isEqualTo(-1);
    }
}
