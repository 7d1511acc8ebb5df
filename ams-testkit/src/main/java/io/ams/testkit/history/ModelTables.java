package io.ams.testkit.history;

import io.ams.op.ErrorCode;
import io.ams.proto.NamespaceCreate;
import io.ams.proto.NamespaceDrop;
import io.ams.proto.TableCreate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.commons.codec.digest.MurmurHash3;
import org.jspecify.annotations.Nullable;

/** The part of the reference model that is the catalog "default": namespaces, tables and who has which location. */
final class ModelTables {
    private static final String CATALOG = "default";

    /** A table, to be changed in place. */
    static final class Table {
        final String uuid;
        final List<String> levels;
        final String name;
        final int bucket;
        long version = 1;
        String location;
        String metadata;
        long backlog;
        String process = "";

        Table(TableCreate create, int buckets) {
            uuid = create.getUuid();
            levels = List.copyOf(create.getLevelsList());
            name = create.getName();
            bucket = Math.floorMod(MurmurHash3.hash32x86(uuid.getBytes(StandardCharsets.UTF_8)), buckets);
            location = create.getLocation();
            metadata = create.getMetadataLocation();
            backlog = create.getAddedFiles();
        }
    }

    private record Reserved(String location, String uuid) {}

    private final ModelCluster cluster;
    private final List<List<String>> namespaces = new ArrayList<>();
    private final Map<String, Table> tables = new TreeMap<>();
    private final Set<String> gone = new TreeSet<>();
    private final List<Reserved> reserved = new ArrayList<>();

    ModelTables(ModelCluster cluster) {
        this.cluster = cluster;
    }

    Optional<ErrorCode> createNamespace(NamespaceCreate create) {
        List<String> levels = List.copyOf(create.getLevelsList());
        if (levels.isEmpty() || levels.stream().anyMatch(level -> level.isEmpty() || level.contains("\0"))) {
            return Optional.of(ErrorCode.BAD_REQUEST);
        }
        if (!create.getCatalog().equals(CATALOG)) {
            return Optional.of(ErrorCode.CATALOG_NOT_FOUND);
        }
        if (levels.size() > 1 && !namespaces.contains(levels.subList(0, levels.size() - 1))) {
            return Optional.of(ErrorCode.NAMESPACE_NOT_FOUND);
        }
        if (namespaces.contains(levels)) {
            return Optional.of(ErrorCode.NAMESPACE_EXISTS);
        }
        namespaces.add(levels);
        return Optional.empty();
    }

    Optional<ErrorCode> dropNamespace(NamespaceDrop drop) {
        List<String> levels = List.copyOf(drop.getLevelsList());
        Optional<ErrorCode> missing = missing(drop.getCatalog(), levels);
        if (missing.isPresent()) {
            return missing;
        }
        boolean hasChild = namespaces.stream()
                .anyMatch(other -> other.size() == levels.size() + 1
                        && other.subList(0, levels.size()).equals(levels));
        boolean hasTable = tables.values().stream().anyMatch(table -> table.levels.equals(levels));
        if (hasChild || hasTable) {
            return Optional.of(ErrorCode.NAMESPACE_NOT_EMPTY);
        }
        namespaces.remove(levels);
        return Optional.empty();
    }

    private Optional<ErrorCode> missing(String catalog, List<String> levels) {
        if (!catalog.equals(CATALOG)) {
            return Optional.of(ErrorCode.CATALOG_NOT_FOUND);
        }
        return namespaces.contains(levels) ? Optional.empty() : Optional.of(ErrorCode.NAMESPACE_NOT_FOUND);
    }

    Optional<ErrorCode> create(TableCreate create) {
        if (create.getUuid().isEmpty() || create.getAddedFiles() < 0 || create.getAddedBytes() < 0) {
            return Optional.of(ErrorCode.BAD_REQUEST);
        }
        Optional<ErrorCode> missing = missing(create.getCatalog(), create.getLevelsList());
        if (missing.isPresent()) {
            return missing;
        }
        if (byName(create.getLevelsList(), create.getName()) != null
                || tables.containsKey(create.getUuid())
                || gone.contains(create.getUuid())) {
            return Optional.of(ErrorCode.TABLE_EXISTS);
        }
        Optional<ErrorCode> badPlace = badPlace(create.getLocation(), create.getUuid());
        if (badPlace.isPresent()) {
            return badPlace;
        }
        Table table = new Table(create, cluster.bucketCount());
        tables.put(table.uuid, table);
        reserve(table.location, table.uuid);
        return Optional.empty();
    }

    /** Whether the table may not have this location, and why. */
    Optional<ErrorCode> badPlace(String location, String uuid) {
        if (!location.startsWith("s3://")) {
            return Optional.of(ErrorCode.BAD_REQUEST);
        }
        if (!location.startsWith(ClusterCommands.WAREHOUSE + "/")) {
            return Optional.of(ErrorCode.LOCATION_OUTSIDE_WAREHOUSE);
        }
        String wanted = location + "/";
        boolean taken = reserved.stream()
                .filter(other -> !other.uuid.equals(uuid))
                .anyMatch(
                        other -> wanted.startsWith(other.location + "/") || (other.location + "/").startsWith(wanted));
        return taken ? Optional.of(ErrorCode.LOCATION_TAKEN) : Optional.empty();
    }

    /** From now on the location is the table's, for good. */
    void reserve(String location, String uuid) {
        reserved.add(new Reserved(location, uuid));
    }

    @Nullable
    Table byUuid(String uuid) {
        return tables.get(uuid);
    }

    @Nullable
    Table byName(List<String> levels, String name) {
        return tables.values().stream()
                .filter(table -> table.levels.equals(levels) && table.name.equals(name))
                .findFirst()
                .orElse(null);
    }

    boolean isCatalog(String catalog) {
        return catalog.equals(CATALOG);
    }

    void drop(Table table) {
        tables.remove(table.uuid);
        gone.add(table.uuid);
    }

    void addTo(ModelPicture picture) {
        namespaces.forEach(levels -> picture.namespace(CATALOG, levels));
        tables.values()
                .forEach(table -> picture.table(
                        table.uuid,
                        table.levels,
                        table.name,
                        table.version,
                        table.metadata,
                        table.backlog,
                        table.process));
        gone.forEach(picture::gone);
    }
}
