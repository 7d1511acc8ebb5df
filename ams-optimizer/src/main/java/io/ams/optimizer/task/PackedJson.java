package io.ams.optimizer.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** JSON under gzip, with a version in it. The same tree gives the same bytes on one Java release. */
final class PackedJson {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String VERSION = "version";
    private static final int CURRENT = 1;
    /** More than any task of ours unpacks to; what is larger is not one of ours. */
    private static final int MAX_UNPACKED = 64 * 1024 * 1024;

    private PackedJson() {}

    /** A new tree that says its version. */
    static ObjectNode tree() {
        return JSON.createObjectNode().put(VERSION, CURRENT);
    }

    /** The tree of a JSON text that a library of the table format wrote. */
    static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new IllegalArgumentException("this is no JSON: " + text, e);
        }
    }

    static byte[] pack(ObjectNode tree) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(JSON.writeValueAsBytes(tree));
        } catch (IOException e) {
            throw new UncheckedIOException("packing into memory failed", e);
        }
        return bytes.toByteArray();
    }

    /**
     * The tree in these bytes.
     *
     * @throws IllegalArgumentException if they hold none, or one of a version that this release does not read
     */
    static JsonNode unpack(byte[] packed) {
        JsonNode tree;
        try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            byte[] bytes = gzip.readNBytes(MAX_UNPACKED + 1);
            if (bytes.length > MAX_UNPACKED) {
                throw new IllegalArgumentException("a task unpacks to more than " + MAX_UNPACKED + " bytes");
            }
            tree = JSON.readTree(bytes);
        } catch (IOException e) {
            throw new IllegalArgumentException("these " + packed.length + " bytes are no packed task", e);
        }
        int version = tree.path(VERSION).asInt(0);
        if (version != CURRENT) {
            throw new IllegalArgumentException(
                    "a task of version " + version + " cannot be read by this release, which reads " + CURRENT
                            + ": run workers and nodes of the same release");
        }
        return tree;
    }
}
