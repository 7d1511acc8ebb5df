package io.ams.web.iceberg;

import io.ams.iceberg.catalog.IcebergCatalog;
import java.util.List;
import java.util.concurrent.Executor;

/** The Iceberg REST catalog as components for Jersey. */
public final class IcebergResources {
    private IcebergResources() {}

    /**
     * All resources of the catalog.
     *
     * @param blocking writes and sends the answers
     */
    public static List<Object> of(IcebergCatalog catalog, Executor blocking) {
        IcebergJson json = new IcebergJson();
        IcebergAnswers answers = new IcebergAnswers(json, blocking);
        return List.of(
                new IcebergConfigResource(catalog, answers),
                new IcebergNamespaceResource(catalog.namespaces(), json, answers),
                new IcebergTableResource(catalog, json, answers));
    }
}
