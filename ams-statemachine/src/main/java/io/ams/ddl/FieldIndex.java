package io.ams.ddl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Fields by level and name, so that a command with thousands of columns does not go through thousands of fields for each. Holds every
 * field under every name that it answers to or answered to; whoever asks looks whether it still does. Not for several threads.
 */
final class FieldIndex {
    private final Map<Integer, Map<String, List<TargetNode>>> byLevel = new HashMap<>();

    /** Takes in the names that the field answers to now. */
    void add(int level, TargetNode field) {
        Map<String, List<TargetNode>> byName = byLevel.computeIfAbsent(level, outer -> new HashMap<>());
        for (String name : field.answeredNames()) {
            List<TargetNode> fields = byName.computeIfAbsent(NameKeys.of(name), key -> new ArrayList<>(1));
            if (!fields.contains(field)) {
                fields.add(field);
            }
        }
    }

    /** The fields that may answer to the name, in no particular order. */
    List<TargetNode> find(int level, String name) {
        return byLevel.getOrDefault(level, Map.of()).getOrDefault(NameKeys.of(name), List.of());
    }
}
