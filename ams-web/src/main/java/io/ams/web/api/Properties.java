package io.ams.web.api;

import io.ams.proto.Property;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Properties, a map on the wire and a sorted list in the state. */
public final class Properties {
    private Properties() {}

    /** As the state keeps them: sorted by key. */
    public static List<Property> toRows(Map<String, String> properties) {
        return new TreeMap<>(properties)
                .entrySet().stream()
                        .map(entry -> Property.newBuilder()
                                .setKey(entry.getKey())
                                .setValue(entry.getValue())
                                .build())
                        .toList();
    }

    static SortedMap<String, String> of(List<Property> rows) {
        SortedMap<String, String> properties = new TreeMap<>();
        rows.forEach(row -> properties.put(row.getKey(), row.getValue()));
        return properties;
    }

    /** What was sent; none where nothing was, and a refusal for a property without a value. */
    static SortedMap<String, String> sent(@Nullable Map<String, @Nullable String> properties) {
        SortedMap<String, String> sent = new TreeMap<>();
        if (properties != null) {
            properties.forEach((key, value) -> {
                Shape.required(key, "properties");
                sent.put(key, value == null ? Shape.required(null, "properties." + key) : value);
            });
        }
        return sent;
    }
}
