package io.ams.ddl.client;

import io.ams.ddl.protocol.Decision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.DataWriter;

/**
 * Appends rows of one shard to an unpartitioned table, each batch as one file and one commit that says by which bindings it was
 * written. For one thread.
 */
public final class ShardWriter {
    private static final String CLAIM = "ams.ddl.";

    private final Table table;
    private final String group;
    private final String shard;

    public ShardWriter(Table table, String group, String shard) {
        this.table = table;
        this.group = group;
        this.shard = shard;
    }

    /**
     * Appends the rows as the decision says. Refused by the catalog, with nothing appended, once other bindings are in force: then
     * load those and write again.
     */
    public void append(Decision standing, List<? extends Map<String, ?>> rows) {
        table.refresh();
        DataFile file = write(new RowMapper(table.schema(), standing.columns(), standing.fills()), rows);
        AppendFiles append = table.newAppend().appendFile(file);
        append.set(CLAIM + "group", group);
        append.set(CLAIM + "shard", shard);
        append.set(CLAIM + "binding-epoch", Long.toString(standing.bindingEpoch()));
        append.commit();
    }

    private DataFile write(RowMapper mapper, List<? extends Map<String, ?>> rows) {
        String name = shard + "-" + UUID.randomUUID();
        String location = table.locationProvider().newDataLocation(FileFormat.PARQUET.addExtension(name));
        EncryptedOutputFile plain =
                EncryptedFiles.plainAsEncryptedOutput(table.io().newOutputFile(location));
        DataWriter<Record> writer =
                new GenericFileWriterFactory.Builder(table).build().newDataWriter(plain, table.spec(), null);
        try (writer) {
            rows.forEach(row -> writer.write(mapper.map(row)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return writer.toDataFile();
    }
}
