package io.ams.web.api;

import java.util.Map;

/** The properties that a group shall have, in place of those it has. */
public record GroupRequest(Map<String, String> properties) {
    public GroupRequest {
        properties = Properties.sent(properties);
    }
}
