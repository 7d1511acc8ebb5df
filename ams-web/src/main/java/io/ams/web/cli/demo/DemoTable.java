package io.ams.web.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.types.Types;

/** A small table of orders whose rows are known, so that what was written can be told from what is read. Not thread-safe. */
public final class DemoTable {
    /** A minute from one plan to the next is right for a table that lives, and long for who watches. */
    private static final Map<String, String> PLANNED_OFTEN = Map.of("self-optimizing.min-plan-interval", "5000");

    private static final Namespace NAMESPACE = Namespace.of("demo");
    private static final String[] CITIES = {"Bergen", "Hangzhou", "Lagos", "Lima", "Oslo", "Pune"};
    /** The columns, and with them the rows, are the same for every table. */
    public static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.required(2, "city", Types.StringType.get()),
            Types.NestedField.required(3, "amount", Types.DoubleType.get()));

    private final Table table;
    private final int rowsPerFile;

    /**
     * What a scan found.
     *
     * @param rows how many rows
     * @param fingerprint equal for equal rows in whatever order
     */
    public record Contents(long rows, long fingerprint) {
        static final Contents EMPTY = new Contents(0, 0);

        Contents with(Record row) {
            return new Contents(rows + 1, fingerprint + mixed(row));
        }

        private static long mixed(Record row) {
            long hash = (long) row.getField("id") * 0x9E3779B97F4A7C15L
                    ^ row.getField("city").hashCode() * 0xC2B2AE3D27D4EB4FL
                    ^ Double.doubleToLongBits((double) row.getField("amount"));
            hash = (hash ^ hash >>> 32) * 0xD6E8FEB86659FD93L;
            return hash ^ hash >>> 29;
        }
    }

    private DemoTable(Table table, int rowsPerFile) {
        this.table = table;
        this.rowsPerFile = rowsPerFile;
    }

    /** An ordinary REST client of the node at this URL. The caller closes it. */
    public static RESTCatalog catalog(URI node, Optional<String> token) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("uri", node + "/iceberg");
        // They are sent in the background, and one that is under way at the end would complain.
        properties.put("rest-metrics-reporting-enabled", "false");
        token.ifPresent(secret -> properties.put("header.Authorization", "Bearer " + secret));
        RESTCatalog catalog = new RESTCatalog();
        catalog.initialize("ams", properties);
        return catalog;
    }

    /** Makes {@code demo.<name>}, and the namespace if there is none. */
    public static <C extends Catalog & SupportsNamespaces> DemoTable create(C catalog, String name, int rowsPerFile) {
        try {
            catalog.createNamespace(NAMESPACE);
        } catch (AlreadyExistsException e) {
            // An earlier demo made it.
        }
        Table table = catalog.createTable(
                TableIdentifier.of(NAMESPACE, name), SCHEMA, PartitionSpec.unpartitioned(), PLANNED_OFTEN);
        return new DemoTable(table, rowsPerFile);
    }

    /** {@code demo.<name>} as another client made it. */
    public static DemoTable open(Catalog catalog, String name, int rowsPerFile) {
        return new DemoTable(catalog.loadTable(TableIdentifier.of(NAMESPACE, name)), rowsPerFile);
    }

    /** The name with its namespace, as {@code bin/ams table show} takes it. */
    public static String fullName(String name) {
        return NAMESPACE + "." + name;
    }

    /** Writes the file with this number, 0 for the first, and commits it. */
    public Contents append(int number) {
        return append(number, 1);
    }

    /** The same with so many files, beginning with this number, in one commit. */
    public Contents append(int first, int count) {
        AppendFiles append = table.newAppend();
        Contents written = Contents.EMPTY;
        for (int number = first; number < first + count; number++) {
            written = sum(written, write(number, append));
        }
        append.commit();
        return written;
    }

    private Contents write(int number, AppendFiles append) {
        String location = table.locationProvider().newDataLocation("demo-" + number + ".parquet");
        Contents written = Contents.EMPTY;
        DataWriter<Record> writer = writer(location);
        try (writer) {
            for (int row = 0; row < rowsPerFile; row++) {
                Record order = order((long) number * rowsPerFile + row);
                writer.write(order);
                written = written.with(order);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        append.appendFile(writer.toDataFile());
        return written;
    }

    /** Reads every row of the newest snapshot. */
    public Contents scan() {
        table.refresh();
        Contents found = Contents.EMPTY;
        try (CloseableIterable<Record> rows = IcebergGenerics.read(table).build()) {
            for (Record row : rows) {
                found = found.with(row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** How many data files the newest snapshot has. */
    public int files() {
        table.refresh();
        return Integer.parseInt(
                table.currentSnapshot().summary().getOrDefault(SnapshotSummary.TOTAL_DATA_FILES_PROP, "0"));
    }

    /** Both together hold what both hold. */
    public static Contents sum(Contents a, Contents b) {
        return new Contents(a.rows() + b.rows(), a.fingerprint() + b.fingerprint());
    }

    private DataWriter<Record> writer(String location) {
        EncryptedOutputFile plain =
                EncryptedFiles.plainAsEncryptedOutput(table.io().newOutputFile(location));
        return new GenericFileWriterFactory.Builder(table).build().newDataWriter(plain, table.spec(), null);
    }

    private static Record order(long id) {
        Record order = GenericRecord.create(SCHEMA);
        order.setField("id", id);
        order.setField("city", CITIES[(int) (id % CITIES.length)]);
        order.setField("amount", (id * 37 % 10_000) / 100.0);
        return order;
    }
}
