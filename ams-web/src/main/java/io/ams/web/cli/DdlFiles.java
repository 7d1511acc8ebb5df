package io.ams.web.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Schemas and changes in files: a statement of MySQL, or JSON as the API takes it. */
final class DdlFiles {
    private static final String STANDARD_INPUT = "standard input";
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private DdlFiles() {}

    /**
     * A request body from the file, {@code -} for standard input: what begins like JSON is JSON, all else a statement.
     *
     * @param sqlField takes a statement
     * @param jsonField takes JSON that is no whole body: a list of changes, or a schema
     */
    static ObjectNode read(Path file, String sqlField, String jsonField) {
        boolean piped = file.toString().equals("-");
        String text = piped ? standardInput() : GivenFile.text(file);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (!text.startsWith("{") && !text.startsWith("[")) {
            return body.put(sqlField, text);
        }
        try {
            JsonNode json = JSON.readTree(text);
            boolean whole = json.isObject() && (json.has(jsonField) || json.has(sqlField));
            return whole ? (ObjectNode) json : body.set(jsonField, json);
        } catch (IOException e) {
            throw new CliException(
                    CliExit.USAGE,
                    (piped ? STANDARD_INPUT : file) + " begins like JSON and is none" + place(e)
                            + "; check brackets, quotes and commas, or give a statement of MySQL");
        }
    }

    private static String standardInput() {
        try {
            return new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new CliException(CliExit.USAGE, STANDARD_INPUT + " cannot be read: " + e.getMessage());
        }
    }

    private static String place(IOException e) {
        return e instanceof JsonProcessingException json && json.getLocation() != null
                ? " (line " + json.getLocation().getLineNr() + ", column "
                        + json.getLocation().getColumnNr() + ")"
                : "";
    }
}
