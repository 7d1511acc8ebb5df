package io.ams.web.api;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
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

    /** A host and a port, or a refusal. */
    static String address(@Nullable String value, String field) {
        String address = required(value, field);
        int colon = address.lastIndexOf(':');
        if (colon <= 0 || !address.substring(colon + 1).matches("[0-9]{1,5}")) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST, "field " + field + " must be host:port, not '" + address + "'");
        }
        return address;
    }
}
