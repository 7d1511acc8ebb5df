package io.ams.iceberg.catalog;

import io.ams.proto.Property;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Properties as maps and as the sorted lists of the state. */
final class Properties {
    private Properties() {}

    static List<Property> sorted(Map<String, String> map) {
        return new TreeMap<>(map)
                .entrySet().stream()
                        .map(entry -> Property.newBuilder()
                                .setKey(entry.getKey())
                                .setValue(entry.getValue())
                                .build())
                        .toList();
    }

    static Map<String, String> map(List<Property> properties) {
        Map<String, String> map = new LinkedHashMap<>();
        properties.forEach(property -> map.put(property.getKey(), property.getValue()));
        return map;
    }
}
