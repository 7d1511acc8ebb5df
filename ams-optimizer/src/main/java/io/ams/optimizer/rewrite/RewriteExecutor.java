package io.ams.optimizer.rewrite;

import io.ams.optimizer.task.RewriteFile;
import io.ams.optimizer.task.RewriteInput;
import io.ams.optimizer.task.RewriteOutput;
import java.io.IOException;
import java.util.UUID;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.RollingDataWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs rewrite tasks. Rows stream from reader to writer: memory holds one row group being written, one being read, and the
 * deletes of one file. In tables of format 3 every row keeps its id and the commit that last changed it.
 *
 * <p>Safe for many threads: a run shares nothing with another.
 */
public final class RewriteExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(RewriteExecutor.class);
    private static final int ROW_LINEAGE_SINCE = 3;
    private static final int ROWS_BETWEEN_LOOKS = 1024;

    private final FileIOSource storage;

    public RewriteExecutor(FileIOSource storage) {
        this.storage = storage;
    }

    /**
     * Writes the task's live rows anew. Whatever goes wrong, no file of the run is left.
     *
     * @param name part of the names of the files written; a random part is added, so two runs never meet
     * @throws TaskCancelledException if the control says so
     * @throws IOException if storage fails
     */
    public RewriteOutput run(RewriteInput input, String name, TaskControl control) throws IOException {
        try (FileIO files = storage.open(input.ioImpl(), input.ioProperties())) {
            RecordedFileIO recorded = new RecordedFileIO(files);
            try {
                return rewrite(input, name, recorded, control);
            } catch (IOException | RuntimeException | Error e) {
                recorded.removeBegun();
                throw e;
            }
        }
    }

    /** Removes the files of a result that nobody will use. One that cannot be removed is named in the log. */
    public void discard(RewriteInput input, RewriteOutput output) {
        try (FileIO files = storage.open(input.ioImpl(), input.ioProperties())) {
            for (DataFile file : output.files()) {
                try {
                    files.deleteFile(file.location());
                } catch (RuntimeException e) {
                    LOG.warn("{} of a refused result could not be removed and is left behind", file.location(), e);
                }
            }
        }
    }

    private static RewriteOutput rewrite(RewriteInput input, String name, FileIO io, TaskControl control)
            throws IOException {
        Schema rows = rowSchema(input.table());
        LiveRows live = new LiveRows(input, io, rows);
        RollingDataWriter<Record> writer = writer(input, name, io, rows);
        try (writer) {
            Progress progress = new Progress(input.inputRecords(), control);
            for (RewriteFile file : input.files()) {
                copy(live.of(file), writer, progress);
                progress.fileDone(file.data().recordCount());
            }
        }
        return new RewriteOutput(writer.result().dataFiles());
    }

    private static void copy(CloseableIterable<Record> live, RollingDataWriter<Record> writer, Progress progress)
            throws IOException {
        try (live) {
            for (Record row : live) {
                writer.write(row);
                progress.row();
            }
        }
    }

    private static Schema rowSchema(TableMetadata table) {
        return table.formatVersion() >= ROW_LINEAGE_SINCE
                ? MetadataColumns.schemaWithRowLineage(table.schema())
                : table.schema();
    }

    private static RollingDataWriter<Record> writer(RewriteInput input, String name, FileIO io, Schema rows) {
        TableMetadata metadata = input.table();
        Table table = new BaseTable(
                new StaticTableOperations(
                        metadata, io, LocationProviders.locationsFor(metadata.location(), metadata.properties())),
                metadata.uuid());
        GenericFileWriterFactory writers = new GenericFileWriterFactory.Builder(table)
                .dataFileFormat(FileFormat.PARQUET)
                .dataSchema(rows)
                .build();
        OutputFileFactory names = OutputFileFactory.builderFor(table, 0, 0)
                .format(FileFormat.PARQUET)
                .defaultSpec(input.spec())
                .operationId(name + "-" + UUID.randomUUID())
                .build();
        StructLike partition = input.files().get(0).data().partition();
        return new RollingDataWriter<>(writers, names, io, input.targetBytes(), input.spec(), partition);
    }

    /** Tells how far the run is, and looks now and then whether it should end. */
    private static final class Progress {
        private final long total;
        private final TaskControl control;
        private long before;
        private long inFile;

        Progress(long total, TaskControl control) {
            this.total = Math.max(1, total);
            this.control = control;
        }

        void row() {
            inFile++;
            if (inFile % ROWS_BETWEEN_LOOKS == 0) {
                look();
            }
        }

        void fileDone(long records) {
            before += records;
            inFile = 0;
            look();
        }

        private void look() {
            if (control.cancelled()) {
                throw new TaskCancelledException("given up after " + (before + inFile) + " of " + total + " rows");
            }
            control.progress((int) Math.min(99, (before + inFile) * 100 / total));
        }
    }
}
