package io.ams.op;

import io.ams.proto.Property;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Properties in the one order that rows keep them in: by key, each key once. */
final class SortedProperties {
    private SortedProperties() {}

    /** The properties in order; of several with one key the last one stands. */
    static List<Property> of(List<Property> properties) {
        return of(byKey(properties));
    }

    static List<Property> of(NavigableMap<String, Property> byKey) {
        return List.copyOf(byKey.values());
    }

    static NavigableMap<String, Property> byKey(List<Property> properties) {
        NavigableMap<String, Property> byKey = new TreeMap<>();
        properties.forEach(property -> byKey.put(property.getKey(), property));
        return byKey;
    }
}
