package io.ams.iceberg.upkeep;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.io.FileIO;

/** Reads every metadata file anew, through one FileIO for all catalogs. */
public final class StoredMetadataSource implements TableMetadataSource {
    private final FileIO io;
    private final WorkerStorage workers;

    public StoredMetadataSource(FileIO io, WorkerStorage workers) {
        this.io = io;
        this.workers = workers;
    }

    @Override
    public TableMetadata load(String catalog, String metadataLocation) {
        return TableMetadataParser.read(io, metadataLocation);
    }

    @Override
    public FileIO io(String catalog) {
        return io;
    }

    @Override
    public WorkerStorage workerStorage(String catalog) {
        return workers;
    }
}
