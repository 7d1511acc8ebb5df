package io.ams.web.error;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.Collection;
import java.util.stream.Collectors;

/** What is wrong with a body, in words that name fields and places but no class of AMS. */
final class JsonComplaints {
    private JsonComplaints() {}

    static String inWords(JacksonException e) {
        if (e instanceof UnrecognizedPropertyException unknown) {
            Collection<Object> known = unknown.getKnownPropertyIds();
            return "unknown field " + unknown.getPropertyName() + "; fields are "
                    + known.stream().map(String::valueOf).sorted().collect(Collectors.joining(", "));
        }
        if (e instanceof JsonMappingException mapping) {
            String path = mapping.getPath().stream()
                    .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                    .collect(Collectors.joining("."));
            return path.isEmpty()
                    ? "the body is empty or not of the expected form"
                    : "field " + path + " is not of the expected type";
        }
        JsonLocation at = e.getLocation();
        return "the body is not JSON"
                + (at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")");
    }
}
