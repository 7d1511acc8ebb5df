package io.ams.op;

import io.ams.proto.CatalogRow;
import io.ams.proto.LocationRow;
import io.ams.proto.TableRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Who owns which place. A table's locations lie inside the warehouse of its catalog, and no location of a table is equal to,
 * inside or around one of another table, dropped ones included: so no table's files can be deleted as another's.
 */
final class Locations {
    private Locations() {}

    /** Objects to a text that names no location. */
    static Optional<Objection> malformed(String text) {
        if (Location.parse(text).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                new Objection(
                        ErrorCode.BAD_REQUEST,
                        "'" + text
                                + "' is no location: it must be an absolute path or a URI such as s3://bucket/path, not the root of a"
                                + " file system, without '?', '#' and control characters, and with '.' or '..' only on local disks"));
    }

    /** Objects unless the table may have all of these locations: inside the warehouse, and nobody else's. */
    static Optional<Objection> refused(View view, String catalog, String tableUuid, Collection<String> locations) {
        Location warehouse = view.get(Columns.CATALOGS, catalog)
                .map(CatalogRow::getWarehouse)
                .flatMap(Location::parse)
                .orElseThrow();
        return locations.stream()
                .flatMap(text -> malformed(text)
                        .or(() -> outside(warehouse, Location.parse(text).orElseThrow()))
                        .or(() -> taken(view, tableUuid, Location.parse(text).orElseThrow()))
                        .stream())
                .findFirst();
    }

    private static Optional<Objection> outside(Location warehouse, Location location) {
        if (location.isInside(warehouse)) {
            return Optional.empty();
        }
        return Optional.of(new Objection(
                ErrorCode.LOCATION_OUTSIDE_WAREHOUSE,
                "location " + location.text() + " is not inside the warehouse " + warehouse.text()
                        + " of its catalog; choose one that is, or none to get one"));
    }

    private static Optional<Objection> taken(View view, String tableUuid, Location location) {
        return around(view, tableUuid, location)
                .or(() -> inside(view, tableUuid, location))
                .map(other -> new Objection(
                        ErrorCode.LOCATION_TAKEN,
                        "location " + location.text() + " is " + other
                                + ", which may have been dropped; choose another location"));
    }

    private static Optional<String> around(View view, String tableUuid, Location location) {
        for (String key : location.keysDownToThis()) {
            Optional<LocationRow> row = view.get(Columns.LOCATIONS, key);
            if (row.isPresent() && !row.get().getTableUuid().equals(tableUuid)) {
                return Optional.of(
                        "equal to or inside " + key + " of table " + row.get().getTableUuid());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> inside(View view, String tableUuid, Location location) {
        List<String> found = new ArrayList<>();
        view.scan(Columns.LOCATIONS, KeyRange.prefix(out -> out.openText(location.key())), (key, row) -> {
            if (!row.getTableUuid().equals(tableUuid)) {
                found.add("around " + key + " of table " + row.getTableUuid());
            }
            return found.isEmpty();
        });
        return found.stream().findFirst();
    }

    /** Reserves the locations, which must have been found good, for the table. */
    static void reserve(ChangeSet.Builder changes, String tableUuid, Collection<String> locations) {
        LocationRow row = LocationRow.newBuilder().setTableUuid(tableUuid).build();
        byKey(locations).keySet().forEach(key -> changes.put(Columns.LOCATIONS, key, row));
    }

    /** Gives the locations free. */
    static void release(ChangeSet.Builder changes, Collection<String> locations) {
        byKey(locations).keySet().forEach(key -> changes.delete(Columns.LOCATIONS, key));
    }

    /** The location and the further ones, as one list. */
    static List<String> together(String location, Collection<String> further) {
        List<String> all = new ArrayList<>();
        all.add(location);
        all.addAll(further);
        return all;
    }

    /** Where the table writes now. */
    static List<String> present(TableRow table) {
        return together(table.getLocation(), table.getFurtherLocationsList());
    }

    /** Those of the first that are not among the second, each once, in the order of their keys. */
    static List<String> without(Collection<String> some, Collection<String> others) {
        NavigableMap<String, String> left = byKey(some);
        left.keySet().removeAll(byKey(others).keySet());
        return List.copyOf(left.values());
    }

    private static NavigableMap<String, String> byKey(Collection<String> locations) {
        NavigableMap<String, String> byKey = new TreeMap<>();
        locations.forEach(
                text -> byKey.putIfAbsent(Location.parse(text).orElseThrow().key(), text));
        return byKey;
    }
}
