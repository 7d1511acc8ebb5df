package io.ams.web.dashboard;

import com.google.protobuf.ByteString;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The files of the dashboard and the description of the API. Exactly those named here are served: no path reaches the class path.
 * They are plain ES modules and CSS, so that building needs no Node.js and a page needs no other site.
 */
@Path("/")
public final class AssetResource {
    private static final List<String> FILES = List.of(
            "index.html",
            "dashboard.css",
            "dashboard.js",
            "panels.js",
            "ddl.html",
            "ddl.css",
            "ddl.js",
            "ddl-panels.js",
            "ddl-act.js",
            "api.js",
            "live.js",
            "dom.js",
            "format.js",
            "icon.svg");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "yaml", "application/yaml");
    private static final String OPENAPI = "/openapi/ams.yaml";
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private record Asset(ByteString bytes, String type, EntityTag tag) {}

    private final Map<String, Asset> assets = new HashMap<>();
    private final Asset openApi = load(OPENAPI);

    public AssetResource() {
        FILES.forEach(file -> assets.put(file, load("/assets/" + file)));
    }

    @GET
    public Response index(@Context Request request) {
        return asset("index.html", request);
    }

    /** The page of shards. */
    @GET
    @Path("ddl")
    public Response shards(@Context Request request) {
        return asset("ddl.html", request);
    }

    @GET
    @Path("assets/{file}")
    public Response asset(@PathParam("file") String file, @Context Request request) {
        Asset asset = assets.get(file);
        if (asset == null) {
            throw new NotFoundException();
        }
        return answer(asset, request);
    }

    @GET
    @Path("api/v1/openapi.yaml")
    public Response openApi(@Context Request request) {
        return answer(openApi, request);
    }

    private static Response answer(Asset asset, Request request) {
        Response.ResponseBuilder unchanged = request.evaluatePreconditions(asset.tag());
        Response.ResponseBuilder response =
                unchanged == null ? Response.ok(asset.bytes().toByteArray(), asset.type()) : unchanged;
        return response.tag(asset.tag())
                .header("Cache-Control", "no-cache")
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .build();
    }

    private static Asset load(String path) {
        try (InputStream in = Objects.requireNonNull(AssetResource.class.getResourceAsStream(path), path)) {
            byte[] bytes = in.readAllBytes();
            String type = Objects.requireNonNull(TYPES.get(path.substring(path.lastIndexOf('.') + 1)), path);
            return new Asset(ByteString.copyFrom(bytes), type, new EntityTag(hash(bytes)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest, 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
