package io.ams.iceberg.upkeep;

import com.google.protobuf.MessageLite;
import io.ams.op.BucketsAssign;
import io.ams.op.ClusterInit;
import io.ams.op.NamespaceCreate;
import io.ams.op.NodeRegister;
import io.ams.op.Operation;
import io.ams.op.TableCreate;
import io.ams.optimizer.rewrite.ConfiguredFileIOSource;
import io.ams.proto.BucketMove;
import io.ams.proto.NodeState;
import io.ams.proto.ProcessRow;
import io.ams.proto.Property;
import io.ams.proto.TableRow;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.Rows;
import io.ams.testkit.SoloReplica;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.types.Types;

/** A cluster of one replica with a warehouse in a folder, two nodes that may own buckets, and one table of real Parquet files. */
final class Lakehouse {
    static final String N1 = "n1";
    static final String N2 = "n2";
    static final int BUCKETS = 4;
    static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "part", Types.StringType.get()));

    final SoloReplica replica = new SoloReplica();
    final FileIO storage = new ConfiguredFileIOSource().open(HadoopFileIO.class.getName(), Map.of());
    final TableMetadataSource source =
            new StoredMetadataSource(storage, new WorkerStorage(HadoopFileIO.class.getName(), Map.of()));
    private final Path folder;
    private long nextId;

    Lakehouse(Path folder) {
        this.folder = folder;
        submit(
                new ClusterInit(),
                io.ams.proto.ClusterInit.newBuilder()
                        .setClusterId("c")
                        .setBucketCount(BUCKETS)
                        .setDefaultWarehouse("file://" + folder)
                        .build());
        for (String node : List.of(N1, N2)) {
            submit(
                    new NodeRegister(),
                    io.ams.proto.NodeRegister.newBuilder()
                            .setId(node)
                            .setIncarnation("i-" + node)
                            .setRaftAddress(node + ":1")
                            .setHttpAddress("http://" + node + ":2")
                            .setVersion("1")
                            .setInitialState(NodeState.ACTIVE)
                            .build());
        }
        submit(
                new NamespaceCreate(),
                io.ams.proto.NamespaceCreate.newBuilder()
                        .setCatalog("default")
                        .addLevels("ns")
                        .build());
    }

    <C extends MessageLite, R extends MessageLite> R submit(Operation<C, R> operation, C body) {
        return replica.submit(operation, body, Submission.by("test"))
                .toCompletableFuture()
                .join()
                .orThrow();
    }

    /** Gives every bucket to the node. */
    void own(String node) {
        io.ams.proto.BucketsAssign.Builder moves = io.ams.proto.BucketsAssign.newBuilder();
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            moves.addMoves(
                    BucketMove.newBuilder().setBucket(bucket).setOwner(node).setExpectedEpoch(epoch(bucket)));
        }
        submit(new BucketsAssign(), moves.build());
    }

    long epoch(int bucket) {
        return replica.readLocal(view -> view.get(Columns.BUCKETS, bucket)
                        .map(row -> row.getEpoch())
                        .orElse(0L))
                .value();
    }

    /** A table of this format, partitioned by part if so. Extra properties go both into the metadata and into the state. */
    String createTable(int format, boolean partitioned, Map<String, String> properties) {
        String uuid = UUID.randomUUID().toString();
        String location = "file://" + folder + "/ns/t-" + uuid;
        PartitionSpec spec =
                partitioned ? PartitionSpec.builderFor(SCHEMA).identity("part").build() : PartitionSpec.unpartitioned();
        Map<String, String> all = new TreeMap<>(properties);
        all.put("format-version", String.valueOf(format));
        TableMetadata metadata = TableMetadata.newTableMetadata(SCHEMA, spec, SortOrder.unsorted(), location, all);
        String metadataLocation = location + "/metadata/00000-" + UUID.randomUUID() + ".metadata.json";
        TableMetadataParser.write(metadata, storage.newOutputFile(metadataLocation));
        io.ams.proto.TableCreate.Builder command = io.ams.proto.TableCreate.newBuilder()
                .setCatalog("default")
                .addLevels("ns")
                .setName("t-" + uuid)
                .setUuid(uuid)
                .setLocation(location)
                .setMetadataLocation(metadataLocation);
        new TreeMap<>(properties)
                .forEach((key, value) ->
                        command.addUpkeep(Property.newBuilder().setKey(key).setValue(value)));
        submit(new TableCreate(), command.build());
        return uuid;
    }

    TableRow row(String uuid) {
        return replica.readLocal(view -> view.get(Columns.TABLES, uuid).orElseThrow())
                .value();
    }

    List<ProcessRow> processes(String uuid) {
        return replica.readLocal(view -> Rows.values(view, Columns.PROCESSES, Keys.ProcessKey.of(uuid)))
                .value();
    }

    Table table(String uuid) {
        return new BaseTable(new UserTable(replica, uuid, storage), uuid);
    }

    /** One commit that appends so many files of so many rows to the partition. */
    List<DataFile> append(String uuid, int files, int rows, String part) {
        Table table = table(uuid);
        AppendFiles append = table.newAppend();
        List<DataFile> written = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            written.add(write(table, rows, part));
        }
        written.forEach(append::appendFile);
        append.commit();
        return written;
    }

    /** One commit that names so many small files in each of so many partitions, none of which was written: for what only plans. */
    void appendUnwritten(String uuid, int partitions, int files) {
        Table table = table(uuid);
        AppendFiles append = table.newAppend();
        for (int part = 0; part < partitions; part++) {
            for (int file = 0; file < files; file++) {
                append.appendFile(DataFiles.builder(table.spec())
                        .withPath(table.location() + "/data/" + UUID.randomUUID() + ".parquet")
                        .withPartitionPath("part=p" + part)
                        .withFormat(FileFormat.PARQUET)
                        .withFileSizeInBytes(1_000)
                        .withRecordCount(1)
                        .build());
            }
        }
        append.commit();
    }

    private DataFile write(Table table, int rows, String part) {
        OutputFile out = storage.newOutputFile(table.location() + "/data/" + UUID.randomUUID() + ".parquet");
        PartitionKey key = new PartitionKey(table.spec(), table.schema());
        List<Record> records = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            Record record = GenericRecord.create(table.schema());
            record.setField("id", nextId++);
            record.setField("part", part);
            records.add(record);
        }
        key.partition(records.get(0));
        DataWriter<Record> writer = new GenericFileWriterFactory.Builder(table)
                .dataFileFormat(FileFormat.PARQUET)
                .build()
                .newDataWriter(
                        EncryptedFiles.plainAsEncryptedOutput(out),
                        table.spec(),
                        table.spec().isUnpartitioned() ? null : key);
        try (writer) {
            records.forEach(writer::write);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return writer.toDataFile();
    }

    /** The rows of the table now, as text, in order. */
    List<String> rows(String uuid) {
        List<String> rows = new ArrayList<>();
        try (CloseableIterable<Record> records =
                IcebergGenerics.read(table(uuid)).build()) {
            records.forEach(record -> rows.add(record.getField("id") + "/" + record.getField("part")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rows.sort(null);
        return rows;
    }

    long dataFiles(String uuid) {
        Snapshot snapshot = table(uuid).currentSnapshot();
        return Long.parseLong(snapshot.summary().get("total-data-files"));
    }

    /** The process ids that snapshots of the table name, one for each such snapshot. */
    List<String> committedProcesses(String uuid) {
        List<String> ids = new ArrayList<>();
        for (Snapshot snapshot : table(uuid).snapshots()) {
            if (snapshot.summary().containsKey("ams.process-id")) {
                ids.add(snapshot.summary().get("ams.process-id"));
            }
        }
        return ids;
    }

    /** Paths of the files below a folder of the table, without checksum files. */
    Set<String> files(String uuid, String below) {
        Path root = Path.of(row(uuid).getLocation().substring("file://".length()), below);
        return filesBelow(root);
    }

    static Set<String> filesBelow(Path root) {
        if (!Files.exists(root)) {
            return new TreeSet<>();
        }
        try (Stream<Path> files = Files.walk(root)) {
            Set<String> names = new TreeSet<>();
            files.filter(Files::isRegularFile)
                    .map(Path::toString)
                    .filter(name -> !name.endsWith(".crc"))
                    .forEach(names::add);
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
