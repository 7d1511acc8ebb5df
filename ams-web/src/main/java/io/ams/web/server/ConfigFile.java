package io.ams.web.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.ams.raft.node.ExitCode;
import io.ams.raft.node.StartRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The part of an operator's file that is for the replica: its section {@code ratis}. */
final class ConfigFile {
    private ConfigFile() {}

    /**
     * Ratis settings by key, which the profile gives way to.
     *
     * @throws StartRefusedException if the file does not read, or the section is not a list of keys and values
     */
    static Map<String, String> ratis(Path file) {
        JsonNode section;
        try {
            section = new ObjectMapper(new YAMLFactory())
                    .readTree(Files.readAllBytes(file))
                    .path("ratis");
        } catch (IOException e) {
            throw new StartRefusedException(ExitCode.UNKNOWN_SETTING, "settings file " + file + " does not read: " + e);
        }
        Map<String, String> settings = new TreeMap<>();
        section.properties()
                .forEach(entry -> settings.put(entry.getKey(), text(file, entry.getKey(), entry.getValue())));
        return settings;
    }

    private static String text(Path file, String key, JsonNode value) {
        if (!value.isValueNode()) {
            throw new StartRefusedException(
                    ExitCode.UNKNOWN_SETTING,
                    "settings file " + file + ": ratis." + key + " must be one value; write the whole key in one line");
        }
        return value.asText();
    }
}
