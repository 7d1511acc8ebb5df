package io.ams.iceberg.files;

import io.ams.proto.CatalogRow;
import io.ams.proto.Property;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.ResolvingFileIO;

/**
 * The file access of each catalog, made when first asked for, closed with this. What it hands out opens nothing outside the
 * catalog's warehouse.
 *
 * <p>A local warehouse is read and written without Hadoop; others go through the class that the catalog's property {@code io-impl}
 * names, or the one that Iceberg finds by the scheme. For any number of threads.
 */
public final class FileIOs implements AutoCloseable {
    private final Map<CatalogRow, FileIO> byCatalog = new ConcurrentHashMap<>();

    /** The file access of this catalog; its row as it stands, since its properties set the access up. */
    public FileIO of(CatalogRow catalog) {
        return byCatalog.computeIfAbsent(catalog, row -> new WarehouseFileIO(open(row), row.getWarehouse()));
    }

    /** The class that opens files below a warehouse of which no property names one. */
    public static String implementationFor(String warehouse) {
        return Locations.isLocal(warehouse) ? LocalFileIO.class.getName() : ResolvingFileIO.class.getName();
    }

    /**
     * Why files of this catalog could not be opened from here: no class for its scheme, or a host that nobody knows. Opens none and
     * calls nobody.
     */
    public static Optional<String> complaint(CatalogRow catalog) {
        try (FileIO files = open(catalog)) {
            files.newOutputFile(Locations.stripSlash(catalog.getWarehouse()) + "/probe");
            return Optional.empty();
        } catch (RuntimeException | LinkageError e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return Optional.of("warehouse " + catalog.getWarehouse() + " cannot be opened here: " + cause.getMessage());
        }
    }

    private static FileIO open(CatalogRow catalog) {
        Map<String, String> properties = new TreeMap<>();
        for (Property property : catalog.getPropertiesList()) {
            properties.put(property.getKey(), property.getValue());
        }
        String named = properties.get(CatalogProperties.FILE_IO_IMPL);
        String implementation = named == null ? implementationFor(catalog.getWarehouse()) : named;
        return CatalogUtil.loadFileIO(implementation, properties, null);
    }

    @Override
    public void close() {
        byCatalog.values().forEach(FileIO::close);
        byCatalog.clear();
    }
}
