package io.ams.web.api;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import io.ams.web.address.HostPort;
import io.ams.web.address.PeerAddress;
import org.jspecify.annotations.Nullable;

/** Checks of form that request records make of what they were given. */
final class Shape {
    private Shape() {}

    /** The text, or a refusal that names the missing field. */
    static String required(@Nullable String value, String field) {
        if (value == null || value.isBlank()) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "field " + field + " is missing or empty");
        }
        return value;
    }

    /** An id as nodes have it, or a refusal. */
    static String id(@Nullable String value, String field) {
        String id = required(value, field);
        if (!id.matches(PeerAddress.ID_PATTERN)) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST,
                    "field " + field + " must match " + PeerAddress.ID_PATTERN + ", which '" + id + "' does not");
        }
        return id;
    }

    /** A host and a port that a call can be made to, or a refusal. */
    static String address(@Nullable String value, String field) {
        String text = required(value, field);
        try {
            HostPort address = HostPort.parse(text);
            if (address.port() > 0 && !address.isWildcard()) {
                return text;
            }
        } catch (IllegalArgumentException notAnAddress) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST, "field " + field + " must be host:port: " + notAnAddress.getMessage());
        }
        throw new AmsException(
                ErrorCode.BAD_REQUEST,
                "field " + field + " must be an address that others can call, which '" + text + "' is not");
    }
}
