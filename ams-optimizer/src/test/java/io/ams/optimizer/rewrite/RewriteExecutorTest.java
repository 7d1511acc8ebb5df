package io.ams.optimizer.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ams.optimizer.task.RewriteFile;
import io.ams.optimizer.task.RewriteInput;
import io.ams.optimizer.task.RewriteOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RewriteExecutorTest {
    private static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()));

    private final Path folder;
    private final RewriteExecutor executor = new RewriteExecutor(new ConfiguredFileIOSource());
    private int written;

    RewriteExecutorTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private Table create(int format) {
        return new HadoopTables(new Configuration())
                .create(
                        SCHEMA,
                        PartitionSpec.unpartitioned(),
                        Map.of("format-version", String.valueOf(format)),
                        "file://" + folder + "/t");
    }

    private EncryptedOutputFile out(Table table) {
        return EncryptedFiles.plainAsEncryptedOutput(
                table.io().newOutputFile(table.location() + "/data/in-" + written++ + ".parquet"));
    }

    private static Record row(long id) {
        Record record = GenericRecord.create(SCHEMA);
        record.setField("id", id);
        record.setField("name", "n" + id);
        return record;
    }

    private static GenericFileWriterFactory writers(Table table) {
        return new GenericFileWriterFactory.Builder(table)
                .dataFileFormat(FileFormat.PARQUET)
                .deleteFileFormat(FileFormat.PARQUET)
                .equalityFieldIds(new int[] {1})
                .equalityDeleteRowSchema(SCHEMA.select("id"))
                .build();
    }

    private DataFile append(Table table, long from, long to) throws IOException {
        DataWriter<Record> writer = writers(table).newDataWriter(out(table), table.spec(), null);
        try (writer) {
            LongStream.range(from, to).forEach(id -> writer.write(row(id)));
        }
        table.newAppend().appendFile(writer.toDataFile()).commit();
        return writer.toDataFile();
    }

    private void deleteByPosition(Table table, DataFile file, long position) throws IOException {
        PositionDeleteWriter<Record> writer = writers(table).newPositionDeleteWriter(out(table), table.spec(), null);
        try (writer) {
            writer.write(PositionDelete.<Record>create().set(file.location(), position));
        }
        table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
    }

    private void deleteByValue(Table table, long id) throws IOException {
        EqualityDeleteWriter<Record> writer = writers(table).newEqualityDeleteWriter(out(table), table.spec(), null);
        Record key = GenericRecord.create(SCHEMA.select("id"));
        key.setField("id", id);
        try (writer) {
            writer.write(key);
        }
        table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
    }

    private void deleteByVector(Table table, DataFile file, long position) throws IOException {
        BaseDVFileWriter writer = new BaseDVFileWriter(
                OutputFileFactory.builderFor(table, 9, 9)
                        .format(FileFormat.PUFFIN)
                        .build(),
                path -> null);
        try (writer) {
            writer.delete(file.location(), position, table.spec(), null);
        }
        List<DeleteFile> vectors = writer.result().deleteFiles();
        assertThat(vectors).hasSize(1);
        table.newRowDelta().addDeletes(vectors.get(0)).commit();
    }

    private static RewriteInput input(Table table, long target) throws IOException {
        List<RewriteFile> files = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
            for (FileScanTask task : tasks) {
                files.add(new RewriteFile(
                        task.file().copyWithoutStats(), task.file().dataSequenceNumber(), task.deletes()));
            }
        }
        TableMetadata metadata = ((HasTableOperations) table).operations().current();
        RewriteInput input = new RewriteInput(
                metadata,
                table.currentSnapshot().snapshotId(),
                table.currentSnapshot().sequenceNumber(),
                0,
                files,
                target,
                HadoopFileIO.class.getName(),
                Map.of());
        // As a worker gets it.
        return RewriteInput.unpack(input.pack());
    }

    private static final TaskControl FREE = new TaskControl() {
        @Override
        public boolean cancelled() {
            return false;
        }

        @Override
        public void progress(int percent) {
            assertThat(percent).isBetween(0, 100);
        }
    };

    private static List<String> rows(Table table) throws IOException {
        table.refresh();
        List<String> rows = new ArrayList<>();
        try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
            records.forEach(record -> rows.add(record.getField("id") + "=" + record.getField("name")));
        }
        rows.sort(null);
        return rows;
    }

    private void replace(Table table, RewriteInput input, RewriteOutput output) {
        RewriteFiles rewrite = table.newRewrite();
        input.files().forEach(file -> rewrite.deleteFile(file.data()));
        RewriteOutput read = RewriteOutput.unpack(output.pack(table.specs()), table.specs());
        read.files().forEach(rewrite::addFile);
        rewrite.dataSequenceNumber(input.baseSequenceNumber())
                .validateFromSnapshot(input.baseSnapshotId())
                .commit();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void smallFilesBecomeOneWithTheSameRows(int format) throws IOException {
        Table table = create(format);
        for (int i = 0; i < 10; i++) {
            append(table, i * 10L, i * 10L + 10);
        }
        List<String> before = rows(table);
        RewriteInput input = input(table, 128 << 20);
        RewriteOutput output = executor.run(input, "p-0-1", FREE);
        assertThat(output.files()).hasSize(1);
        assertThat(output.files().get(0).recordCount()).isEqualTo(100);
        assertThat(output.files().get(0).lowerBounds()).containsKey(1);
        if (format > 1) {
            replace(table, input, output);
            assertThat(rows(table)).isEqualTo(before);
            assertThat(table.currentSnapshot().summary()).containsEntry("total-data-files", "1");
        }
    }

    @Test
    void positionAndEqualityDeletesAreApplied() throws IOException {
        Table table = create(2);
        DataFile first = append(table, 0, 10);
        append(table, 10, 20);
        deleteByPosition(table, first, 3);
        deleteByValue(table, 15);
        List<String> before = rows(table);
        assertThat(before).hasSize(18).doesNotContain("3=n3", "15=n15");
        RewriteInput input = input(table, 128 << 20);
        RewriteOutput output = executor.run(input, "p-0-1", FREE);
        assertThat(output.files().get(0).recordCount()).isEqualTo(18);
        replace(table, input, output);
        assertThat(rows(table)).isEqualTo(before);
    }

    @Test
    void deletionVectorsAreAppliedAndRowsKeepTheirLineage() throws IOException {
        Table table = create(3);
        append(table, 0, 10);
        DataFile second = append(table, 10, 20);
        deleteByVector(table, second, 4);
        List<String> before = rows(table);
        assertThat(before).hasSize(19).doesNotContain("14=n14");
        List<String> lineage = lineage(table);
        RewriteInput input = input(table, 128 << 20);
        RewriteOutput output = executor.run(input, "p-0-1", FREE);
        replace(table, input, output);
        assertThat(rows(table)).isEqualTo(before);
        assertThat(lineage(table)).isEqualTo(lineage).hasSize(19);
        assertThat(table.currentSnapshot().summary()).containsEntry("total-data-files", "1");
    }

    /** Row id and last change of every row, by the library's own reader. */
    private static List<String> lineage(Table table) throws IOException {
        table.refresh();
        List<String> rows = new ArrayList<>();
        Schema wanted = MetadataColumns.schemaWithRowLineage(SCHEMA);
        try (CloseableIterable<Record> records =
                IcebergGenerics.read(table).project(wanted).build()) {
            records.forEach(record -> rows.add(record.getField("id") + ":" + record.getField("_row_id") + ":"
                    + record.getField("_last_updated_sequence_number")));
        }
        rows.sort(null);
        return rows;
    }

    @Test
    void everyRowDeletedLeavesNoFile() throws IOException {
        Table table = create(2);
        append(table, 7, 8);
        deleteByValue(table, 7);
        RewriteOutput output = executor.run(input(table, 128 << 20), "p-0-1", FREE);
        assertThat(output.files()).isEmpty();
    }

    @Test
    void aTaskThatIsGivenUpLeavesNoFile() throws IOException {
        Table table = create(2);
        append(table, 0, 5000);
        long before = dataFiles();
        TaskControl cancelled = new TaskControl() {
            @Override
            public boolean cancelled() {
                return true;
            }

            @Override
            public void progress(int percent) {}
        };
        RewriteInput input = input(table, 128 << 20);
        assertThatThrownBy(() -> executor.run(input, "p-0-1", cancelled)).isInstanceOf(TaskCancelledException.class);
        assertThat(dataFiles()).isEqualTo(before);
    }

    @Test
    void aMissingInputLeavesNoFile() throws IOException {
        Table table = create(2);
        append(table, 0, 10);
        DataFile gone = append(table, 10, 20);
        RewriteInput input = input(table, 128 << 20);
        table.io().deleteFile(gone.location());
        long before = dataFiles();
        assertThatThrownBy(() -> executor.run(input, "p-0-1", FREE)).hasMessageContaining("in-");
        assertThat(dataFiles()).isEqualTo(before);
    }

    @Test
    void aDiscardedResultIsRemovedAndNothingElse() throws IOException {
        Table table = create(2);
        append(table, 0, 10);
        long before = dataFiles();
        RewriteInput input = input(table, 128 << 20);
        RewriteOutput output = executor.run(input, "p-0-1", FREE);
        assertThat(dataFiles()).isEqualTo(before + 1);
        executor.discard(input, output);
        assertThat(dataFiles()).isEqualTo(before);
        assertThat(rows(table)).hasSize(10);
    }

    @Test
    void packingIsTheSameEachTime() throws IOException {
        Table table = create(2);
        append(table, 0, 10);
        deleteByValue(table, 5);
        RewriteInput input = input(table, 99);
        assertThat(input.pack()).isEqualTo(input.pack());
        assertThat(RewriteInput.unpack(input.pack()).pack()).isEqualTo(input.pack());
        assertThat(input.targetBytes()).isEqualTo(99);
        assertThatThrownBy(() -> RewriteInput.unpack(new byte[] {1, 2, 3}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 bytes");
    }

    private long dataFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("t/data"))) {
            return files.filter(file -> file.toString().endsWith(".parquet")).count();
        }
    }
}
