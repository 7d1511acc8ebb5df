package io.ams.web.cli.bench;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The keys {@code x.bench.<n>} of a member of etcd, through its HTTP gateway. */
record EtcdGateway(URI server) implements KeyValueService {
    @Override
    public ByteBuffer compareAndSet(int key, long version, String value) {
        String name = name(key);
        return HttpRequests.send(
                "POST",
                server,
                "/v3/kv/txn",
                "",
                "{\"compare\":[{\"target\":\"VERSION\",\"result\":\"EQUAL\",\"key\":\"" + name + "\",\"version\":\""
                        + version
                        + "\"}],\"success\":[{\"request_put\":{\"key\":\"" + name + "\",\"value\":\"" + base64(value)
                        + "\"}}]}");
    }

    @Override
    public long written(int status, String body, long expected) {
        return status == 200 && body.contains("\"succeeded\":true") ? expected + 1 : -1;
    }

    @Override
    public ByteBuffer read(int key) {
        return HttpRequests.send("POST", server, "/v3/kv/range", "", "{\"key\":\"" + name(key) + "\"}");
    }

    @Override
    public long versionRead(int status, String body) {
        if (status != 200) {
            return -1;
        }
        return body.contains("\"kvs\"") ? JsonNumbers.after(body, "version") : 0;
    }

    private static String name(int key) {
        return base64("x.bench." + key);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
