package io.ams.web.cli.bench;

import java.net.URI;
import java.nio.ByteBuffer;

/** The settings {@code x.bench.<n>} of a node of AMS. */
record AmsSettings(URI server) implements KeyValueService {
    private static final String PATH = "/api/v1/settings/x.bench.";

    @Override
    public ByteBuffer compareAndSet(int key, long version, String value) {
        return HttpRequests.send(
                "PUT", server, PATH + key, "If-Match: \"" + version + "\"\r\n", "{\"value\":\"" + value + "\"}");
    }

    @Override
    public long written(int status, String body, long expected) {
        return status == 200 || status == 201 ? JsonNumbers.after(body, "version") : -1;
    }

    @Override
    public ByteBuffer read(int key) {
        return HttpRequests.get(server, PATH + key);
    }

    @Override
    public long versionRead(int status, String body) {
        if (status == 404) {
            return 0;
        }
        return status == 200 ? JsonNumbers.after(body, "version") : -1;
    }
}
