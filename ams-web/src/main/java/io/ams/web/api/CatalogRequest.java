package io.ams.web.api;

import java.util.Map;

/** A catalog that shall be. */
public record CatalogRequest(String name, String warehouse, Map<String, String> properties) {
    public CatalogRequest {
        Shape.required(name, "name");
        Shape.required(warehouse, "warehouse");
        properties = Properties.sent(properties);
    }
}
