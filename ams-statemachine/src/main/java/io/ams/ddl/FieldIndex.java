package io.ams.ddl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Fields by level and name, so that a command with thousands of columns does not go through thousands of fields for each. Holds every
 * field under every name that it answers to or answered to; whoever asks looks whether it still does. Not for several threads.
 */
final class FieldIndex {
    private final Map<Integer, Map<String, TreeMap<Integer, TargetNode>>> byLevel = new HashMap<>();
    /** Where each field stands among those of its level: they only come at the end, and go. */
    private final Map<Integer, Integer> places = new HashMap<>();

    /** Takes in the names that the field answers to now; one that was not seen before stands behind all that were. */
    void add(int level, TargetNode field) {
        Integer place = places.computeIfAbsent(field.id(), id -> places.size());
        Map<String, TreeMap<Integer, TargetNode>> byName = byLevel.computeIfAbsent(level, outer -> new HashMap<>());
        for (String name : field.answeredNames()) {
            byName.computeIfAbsent(NameKeys.of(name), key -> new TreeMap<>()).put(place, field);
        }
    }

    /** The fields that may answer to the name, in their order. */
    List<TargetNode> find(int level, String name) {
        TreeMap<Integer, TargetNode> found =
                byLevel.getOrDefault(level, Map.of()).get(NameKeys.of(name));
        Collection<TargetNode> fields = found == null ? List.of() : found.values();
        return new ArrayList<>(fields);
    }
}
