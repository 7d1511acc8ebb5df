package io.ams.web.resource;

import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.op.Settings;
import io.ams.proto.SettingDelete;
import io.ams.proto.SettingPut;
import io.ams.proto.SettingRow;
import io.ams.raft.AmsException;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.View;
import io.ams.web.api.SettingRequest;
import io.ams.web.api.SettingStored;
import io.ams.web.api.SettingView;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Replicated settings, with compare and set by version. */
@Path("/api/v1/settings")
@Produces(MediaType.APPLICATION_JSON)
public final class SettingResource {
    private final Doors doors;

    public SettingResource(Doors doors) {
        this.doors = doors;
    }

    @GET
    public CompletionStage<Response> list(@Context ContainerRequestContext request) {
        return doors.read(request, SettingResource::inForce);
    }

    @GET
    @Path("{key}")
    public CompletionStage<Response> show(@PathParam("key") String key, @Context ContainerRequestContext request) {
        return doors.read(request, view -> find(view, key), found -> {
            SettingView setting = found.orElseThrow(Missing.setting(key));
            return Response.ok(setting).header(HttpHeaders.ETAG, quoted(setting.version()));
        });
    }

    @PUT
    @Path("{key}")
    @Consumes(MediaType.APPLICATION_JSON)
    public CompletionStage<Response> put(
            @PathParam("key") String key,
            @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            SettingRequest setting,
            @Context ContainerRequestContext request) {
        SettingPut.Builder body =
                SettingPut.newBuilder().setKey(key).setValue(Given.body(setting).value());
        expected(ifMatch).ifPresent(body::setExpectedVersion);
        return doors.write(
                request,
                Operations.SETTING_PUT,
                body.build(),
                stored -> Response.ok(new SettingStored(key, stored.getVersion()))
                        .header(HttpHeaders.ETAG, quoted(stored.getVersion())));
    }

    @DELETE
    @Path("{key}")
    public CompletionStage<Response> delete(
            @PathParam("key") String key,
            @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            @Context ContainerRequestContext request) {
        SettingDelete.Builder body = SettingDelete.newBuilder().setKey(key);
        expected(ifMatch).ifPresent(body::setExpectedVersion);
        return doors.write(request, Operations.SETTING_DELETE, body.build(), done -> Response.noContent());
    }

    private static List<SettingView> inForce(View view) {
        List<SettingView> settings = new ArrayList<>();
        for (Settings known : Settings.values()) {
            Optional<SettingRow> row = view.get(Columns.SETTINGS, known.key());
            settings.add(new SettingView(
                    known.key(), known.in(view), row.map(SettingRow::getVersion).orElse(0L), row.isPresent()));
        }
        view.scan(Columns.SETTINGS, KeyRange.all(), (key, row) -> {
            if (key.startsWith(Settings.FREE_PREFIX)) {
                settings.add(new SettingView(key, row.getValue(), row.getVersion(), true));
            }
            return true;
        });
        return settings;
    }

    private static Optional<SettingView> find(View view, String key) {
        Optional<SettingView> set = view.get(Columns.SETTINGS, key)
                .map(row -> new SettingView(key, row.getValue(), row.getVersion(), null));
        return set.or(() -> Arrays.stream(Settings.values())
                .filter(known -> known.key().equals(key))
                .map(known -> new SettingView(key, known.initial(), 0, null))
                .findFirst());
    }

    private static String quoted(long version) {
        return "\"" + version + "\"";
    }

    /** The version that the request builds on, if it names one. */
    private static OptionalLong expected(@Nullable String ifMatch) {
        if (ifMatch == null) {
            return OptionalLong.empty();
        }
        if (!ifMatch.matches("\"[0-9]{1,18}\"")) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST,
                    "If-Match must be one quoted version, the ETag of a read, or \"0\" for a setting that must be absent");
        }
        return OptionalLong.of(Long.parseLong(ifMatch, 1, ifMatch.length() - 1, 10));
    }
}
