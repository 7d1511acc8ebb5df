package io.ams.web.api;

import org.jspecify.annotations.Nullable;

/**
 * A node that wants to join.
 *
 * @param incarnation random, made with its data directory
 * @param version of its binary, if it says so
 */
public record PeerRequest(
        String id,
        String raftAddress,
        String httpAddress,
        String incarnation,
        @Nullable String version) {
    public PeerRequest {
        Shape.id(id, "id");
        Shape.address(raftAddress, "raftAddress");
        Shape.address(httpAddress, "httpAddress");
        Shape.required(incarnation, "incarnation");
    }
}
