package io.ams.testkit.process;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What a node answered.
 *
 * @param body the JSON, a missing node where there was none
 * @param index {@code X-AMS-Index}, if sent
 */
public record Answer(int status, JsonNode body, Optional<Long> index) {
    /** The body of an answer that has to be of the 200s. */
    public JsonNode good() {
        if (status < 200 || status > 299) {
            throw new IllegalStateException("a node answered " + this);
        }
        return body;
    }

    /** The code of AMS's error body, empty if this is none. */
    public String errorCode() {
        return body.path("error").path("code").asText();
    }

    @Override
    public String toString() {
        return status + " " + body;
    }
}
