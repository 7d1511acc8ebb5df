package io.ams.web.iceberg;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.rest.RESTRequest;
import org.apache.iceberg.rest.RESTSerializers;

/** Bodies in Iceberg's JSON, by Iceberg's own readers and writers. */
final class IcebergJson {
    private final ObjectMapper mapper;

    IcebergJson() {
        mapper = new ObjectMapper()
                .setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
                .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
                .setPropertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE);
        RESTSerializers.registerAll(mapper);
    }

    /**
     * The request that the body holds, valid in itself.
     *
     * @throws AmsException BAD_REQUEST; also for an update or a requirement that this release does not know
     */
    <T extends RESTRequest> T read(byte[] body, Class<T> type) {
        T request;
        try {
            JsonNode node = mapper.readTree(body);
            if (node == null || !node.isObject()) {
                throw malformed("it is no JSON object");
            }
            request = mapper.treeToValue(node, type);
        } catch (JsonProcessingException e) {
            throw malformed(e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (AmsException e) {
            throw e;
        } catch (RuntimeException e) {
            // Iceberg's readers complain about what they do not understand with several exceptions of their own.
            throw malformed(String.valueOf(e.getMessage()));
        }
        try {
            request.validate();
        } catch (RuntimeException e) {
            throw malformed(String.valueOf(e.getMessage()));
        }
        return request;
    }

    private static AmsException malformed(String why) {
        return new AmsException(ErrorCode.BAD_REQUEST, "Malformed request: " + why);
    }

    byte[] write(Object answer) {
        try {
            return mapper.writeValueAsBytes(answer);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer cannot be written as JSON", e);
        }
    }
}
