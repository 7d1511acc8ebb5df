package io.ams.web.iceberg;

import io.ams.iceberg.catalog.CachedMetadata;
import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer that holds a table: its metadata, the location of that, and an ETag made of the location and of what the answer shows.
 *
 * <p>The metadata goes out as the bytes it has in its file; parsing and writing it again would be most of the cost of a load.
 */
final class LoadedTables {
    private static final int ETAG_BYTES = 16;

    private final IcebergJson json;

    LoadedTables(IcebergJson json) {
        this.json = json;
    }

    /** Which snapshots an answer shows. */
    enum Snapshots {
        ALL,
        /** Those that branches and tags lead to. */
        REFS;

        /**
         * By the query parameter; all if it is absent.
         *
         * @throws AmsException BAD_REQUEST
         */
        static Snapshots of(@Nullable String parameter) {
            return parameter == null
                    ? ALL
                    : Arrays.stream(values())
                            .filter(mode -> mode.name().equals(parameter.toUpperCase(Locale.ROOT)))
                            .findFirst()
                            .orElseThrow(() -> new AmsException(
                                    ErrorCode.BAD_REQUEST, "Invalid snapshots '" + parameter + "': it is all or refs"));
        }
    }

    /** 200 with the table. */
    Response.ResponseBuilder answer(CachedMetadata table, Snapshots snapshots) {
        byte[] metadata = snapshots == Snapshots.ALL ? table.json() : table.jsonOfRefs();
        byte[] location = json.write(table.location());
        ByteArrayOutputStream body = new ByteArrayOutputStream(metadata.length + location.length + 64);
        body.writeBytes("{\"metadata-location\":".getBytes(StandardCharsets.UTF_8));
        body.writeBytes(location);
        body.writeBytes(",\"metadata\":".getBytes(StandardCharsets.UTF_8));
        body.writeBytes(metadata);
        body.writeBytes((",\"config\":" + new String(json.write(Map.of()), StandardCharsets.UTF_8) + "}")
                .getBytes(StandardCharsets.UTF_8));
        return IcebergAnswers.ok(body.toByteArray()).header(HttpHeaders.ETAG, etag(table.location(), snapshots));
    }

    /** 304. */
    Response.ResponseBuilder unchanged(String location, Snapshots snapshots) {
        return Response.notModified().header(HttpHeaders.ETAG, etag(location, snapshots));
    }

    /** Whether the client has this already, going by its {@code If-None-Match}. */
    static boolean isKnown(@Nullable String ifNoneMatch, String location, Snapshots snapshots) {
        if (ifNoneMatch == null) {
            return false;
        }
        String etag = etag(location, snapshots);
        // Compression on the way may have marked the tag.
        return Arrays.stream(ifNoneMatch.split(",", -1))
                .map(tag -> tag.strip().replaceFirst("^W/", "").replace("--gzip\"", "\""))
                .anyMatch(tag -> tag.equals(etag) || tag.equals("*"));
    }

    static String etag(String location, Snapshots snapshots) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            byte[] digest = sha.digest((snapshots + " " + location).getBytes(StandardCharsets.UTF_8));
            return '"' + HexFormat.of().formatHex(digest, 0, ETAG_BYTES) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
