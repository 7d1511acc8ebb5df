package io.ams.iceberg.upkeep;

import io.ams.iceberg.catalog.MetadataCache;
import io.ams.iceberg.files.FileIOs;
import io.ams.op.ErrorCode;
import io.ams.proto.CatalogRow;
import io.ams.proto.Property;
import io.ams.raft.AmsException;
import io.ams.raft.Reader;
import io.ams.state.Columns;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;

/** The metadata and files of the catalogs that AMS serves, through the cache that serves them. */
public final class CatalogMetadataSource implements TableMetadataSource {
    private final Reader reader;
    private final FileIOs files;
    private final MetadataCache cache;

    public CatalogMetadataSource(Reader reader, FileIOs files, MetadataCache cache) {
        this.reader = reader;
        this.files = files;
        this.cache = cache;
    }

    @Override
    public TableMetadata load(String catalog, String metadataLocation) {
        try {
            return cache.get(io(catalog), metadataLocation).join().metadata();
        } catch (CompletionException e) {
            // Callers tell a file that is not there from one that cannot be read.
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @Override
    public FileIO io(String catalog) {
        return files.of(row(catalog));
    }

    @Override
    public WorkerStorage workerStorage(String catalog) {
        CatalogRow row = row(catalog);
        Map<String, String> properties = new TreeMap<>();
        for (Property property : row.getPropertiesList()) {
            properties.put(property.getKey(), property.getValue());
        }
        String named = properties.get(CatalogProperties.FILE_IO_IMPL);
        return new WorkerStorage(named == null ? FileIOs.implementationFor(row.getWarehouse()) : named, properties);
    }

    private CatalogRow row(String catalog) {
        return reader.readLocal(view -> view.get(Columns.CATALOGS, catalog))
                .value()
                .orElseThrow(() ->
                        new AmsException(ErrorCode.CATALOG_NOT_FOUND, "catalog " + catalog + " is not there any more"));
    }
}
