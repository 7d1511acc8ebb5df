package io.ams.web;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Routes that fail on demand, and one that says what it was called with. */
@Path("/")
@Produces("application/json")
public final class Probing {
    @GET
    @Path("api/v1/probing/fail/{code}")
    public void fail(@PathParam("code") String code) {
        throw new AmsException(ErrorCode.valueOf(code), "because " + code);
    }

    @GET
    @Path("api/v1/probing/fail-later/{code}")
    public CompletionStage<String> failLater(@PathParam("code") String code) {
        return CompletableFuture.supplyAsync(() -> {
            throw new AmsException(ErrorCode.valueOf(code), "because " + code);
        });
    }

    @GET
    @Path("iceberg/v1/probing/fail/{code}")
    public void failAsIceberg(@PathParam("code") String code) {
        fail(code);
    }

    @GET
    @Path("api/v1/probing/bug")
    public String bug() {
        return Optional.<String>empty().orElseThrow(() -> new IllegalStateException("secret inside"));
    }

    @GET
    @Path("iceberg/v1/probing/echo/{first}/x/{second}")
    public Map<String, String> echo(@PathParam("first") String first, @PathParam("second") String second) {
        return Map.of("first", first, "second", second);
    }

    @POST
    @Path("iceberg/v1/probing/length")
    public Map<String, Integer> length(byte[] body) {
        return Map.of("length", body.length);
    }
}
