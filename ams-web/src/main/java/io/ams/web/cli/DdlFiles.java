package io.ams.web.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Schemas and changes in files: a statement of MySQL, or JSON as the API takes it. */
final class DdlFiles {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private DdlFiles() {}

    /**
     * A request body from the file, {@code -} for standard input: what begins like JSON is JSON, all else a statement.
     *
     * @param sqlField takes a statement
     * @param jsonField takes JSON that is no whole body: a list of changes, or a schema
     */
    static ObjectNode read(Path file, String sqlField, String jsonField) {
        String text = text(file);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (!text.startsWith("{") && !text.startsWith("[")) {
            return body.put(sqlField, text);
        }
        try {
            JsonNode json = JSON.readTree(text);
            boolean whole = json.isObject() && (json.has(jsonField) || json.has(sqlField));
            return whole ? (ObjectNode) json : body.set(jsonField, json);
        } catch (IOException e) {
            throw new CliException(CliExit.USAGE, file + " begins like JSON and is none: " + e.getMessage());
        }
    }

    private static String text(Path file) {
        try {
            byte[] bytes = file.toString().equals("-") ? System.in.readAllBytes() : Files.readAllBytes(file);
            return new String(bytes, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new CliException(CliExit.USAGE, file + " cannot be read: " + e.getMessage());
        }
    }
}
