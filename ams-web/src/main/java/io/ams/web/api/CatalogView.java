package io.ams.web.api;

import io.ams.proto.CatalogRow;
import java.util.SortedMap;

/** A catalog. */
public record CatalogView(String name, String warehouse, SortedMap<String, String> properties, long createdAtMillis) {
    public static CatalogView of(CatalogRow row) {
        return new CatalogView(
                row.getName(), row.getWarehouse(), Properties.of(row.getPropertiesList()), row.getCreatedAtMillis());
    }
}
