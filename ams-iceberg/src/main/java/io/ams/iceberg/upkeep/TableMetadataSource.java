package io.ams.iceberg.upkeep;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;

/** Where upkeep gets table metadata and file access. Safe for many threads. */
public interface TableMetadataSource {
    /**
     * The metadata in this file.
     *
     * @throws RuntimeException if it cannot be read; {@code NotFoundException} if it is not there
     */
    TableMetadata load(String catalog, String metadataLocation);

    /** File access for a catalog; it stays the source's to close. */
    FileIO io(String catalog);

    /** How workers open the same storage. */
    WorkerStorage workerStorage(String catalog);
}
