package io.ams.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.ams.web.WebStartException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The configuration as one tree: what AMS brings, filled in from the settings, and over it the file that the operator named.
 * Objects are merged key by key; lists are replaced.
 */
final class ConfigurationTree {
    private static final String BUILT_IN = "server.yml";
    /** A section of the same file that is none of the edge's business. */
    private static final String OF_THE_REPLICA = "ratis";

    private final ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
    private final AmsWebSettings settings;

    ConfigurationTree(AmsWebSettings settings) {
        this.settings = settings;
    }

    /** The merged tree as JSON, which is YAML too. */
    byte[] toBytes() {
        ObjectNode tree = builtIn();
        connector(tree, "applicationConnectors", settings.httpHost(), settings.httpPort());
        connector(tree, "adminConnectors", settings.adminHost(), settings.adminPort());
        settings.logFile().ifPresent(file -> logTo(tree, file));
        settings.configFile().ifPresent(file -> merge(tree, operators(file)));
        try {
            return new ObjectMapper().writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ObjectNode builtIn() {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream(BUILT_IN), BUILT_IN)) {
            return (ObjectNode) yaml.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ObjectNode operators(Path file) {
        try {
            JsonNode tree = yaml.readTree(Files.readAllBytes(file));
            if (tree == null || tree.isMissingNode() || tree.isNull()) {
                return yaml.createObjectNode();
            }
            if (tree instanceof ObjectNode object) {
                object.remove(OF_THE_REPLICA);
                return object;
            }
            throw new WebStartException(
                    Reason.SETTINGS, "settings file " + file + " must hold sections such as server: or logging:", null);
        } catch (JsonProcessingException e) {
            throw new WebStartException(Reason.SETTINGS, "settings file " + file + " is not YAML: " + firstLine(e), e);
        } catch (IOException e) {
            throw new WebStartException(Reason.SETTINGS, "settings file " + file + " cannot be read: " + e, e);
        }
    }

    private static String firstLine(JsonProcessingException e) {
        String message = String.valueOf(e.getOriginalMessage());
        int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
        return message.lines().findFirst().orElse("") + " (line " + line + ")";
    }

    private static void connector(ObjectNode tree, String which, String host, int port) {
        ObjectNode connector =
                (ObjectNode) tree.withObject("/server").withArray(which).get(0);
        connector.put("bindHost", host).put("port", port);
    }

    /** The console's line form, into a file that is rolled over every day and at 100 MiB. */
    private static void logTo(ObjectNode tree, Path file) {
        ArrayNode appenders = tree.withObject("/logging").withArray("appenders");
        String form = appenders.get(0).get("logFormat").asText();
        appenders
                .addObject()
                .put("type", "file")
                .put("currentLogFilename", file.toString())
                .put("archivedLogFilenamePattern", file + "-%d{yyyy-MM-dd}.%i.gz")
                .put("archivedFileCount", 7)
                .put("maxFileSize", "100MiB")
                .put("timeZone", "UTC")
                .put("logFormat", form);
    }

    private static void merge(ObjectNode base, ObjectNode over) {
        over.properties().forEach(entry -> {
            JsonNode present = base.get(entry.getKey());
            if (present instanceof ObjectNode inner && entry.getValue() instanceof ObjectNode overInner) {
                merge(inner, overInner);
            } else {
                base.set(entry.getKey(), entry.getValue());
            }
        });
    }
}
