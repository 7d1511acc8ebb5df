package io.ams.iceberg.upkeep;

import java.util.Map;

/**
 * How a worker opens the storage of a catalog.
 *
 * @param implementation class name of a FileIO on the worker's class path
 */
public record WorkerStorage(String implementation, Map<String, String> properties) {
    public WorkerStorage {
        properties = Map.copyOf(properties);
    }
}
