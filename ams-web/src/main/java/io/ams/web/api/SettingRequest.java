package io.ams.web.api;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;

/** The value that a setting shall have. May be empty, not absent. */
public record SettingRequest(String value) {
    public SettingRequest {
        if (value == null) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "field value is missing");
        }
    }
}
