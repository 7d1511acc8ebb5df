package io.ams.optimizer.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.ContentFileParser;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.TableMetadata;

/**
 * A task: write these files of one partition anew, as few files of the target size, with their deletes applied.
 *
 * @param table the table's shape: schema, specs, sort orders, location and write properties, no snapshots
 * @param baseSnapshotId the snapshot it was planned on
 * @param baseSequenceNumber the sequence number of that snapshot; what is written takes it, so that later equality deletes hold
 * @param specId the partition spec of every file here, read and written
 * @param files in the order they are read; at least one
 * @param targetBytes when a new file is begun
 * @param ioImpl class of the FileIO that reads and writes them
 * @param ioProperties what that class is opened with
 */
public record RewriteInput(
        TableMetadata table,
        long baseSnapshotId,
        long baseSequenceNumber,
        int specId,
        List<RewriteFile> files,
        long targetBytes,
        String ioImpl,
        Map<String, String> ioProperties) {
    /** What a packed task may take at most, in bytes: it lies in the replicated state until its process ends. */
    public static final int MAX_PACKED = 256 * 1024;

    public RewriteInput {
        files = List.copyOf(files);
        ioProperties = Map.copyOf(ioProperties);
        if (files.isEmpty()) {
            throw new IllegalArgumentException("a task without files has nothing to do");
        }
    }

    /** The partition spec of the files. */
    public PartitionSpec spec() {
        return table.spec(specId);
    }

    public long inputBytes() {
        return files.stream().mapToLong(RewriteFile::bytes).sum();
    }

    public long inputRecords() {
        return files.stream().mapToLong(file -> file.data().recordCount()).sum();
    }

    /** The packed form. */
    public byte[] pack() {
        ObjectNode tree = PackedJson.tree();
        tree.set("table", TableShape.toJson(table));
        tree.put("base-snapshot-id", baseSnapshotId);
        tree.put("base-sequence-number", baseSequenceNumber);
        tree.put("spec-id", specId);
        tree.put("target-bytes", targetBytes);
        tree.put("io-impl", ioImpl);
        ObjectNode properties = tree.putObject("io-properties");
        new TreeMap<>(ioProperties).forEach(properties::put);
        packFiles(tree);
        return PackedJson.pack(tree);
    }

    /** A delete file may apply to many data files: each is written once, and named by its place. */
    private void packFiles(ObjectNode tree) {
        Map<String, Integer> places = new LinkedHashMap<>();
        ArrayNode deletes = tree.putArray("deletes");
        ArrayNode data = tree.putArray("files");
        for (RewriteFile file : files) {
            ObjectNode entry = data.addObject();
            entry.set("data", PackedJson.parse(ContentFileParser.toJson(file.data(), spec())));
            entry.put("sequence-number", file.dataSequenceNumber());
            ArrayNode applied = entry.putArray("deletes");
            for (DeleteFile delete : file.deletes()) {
                String identity = delete.location() + '#' + delete.contentOffset();
                applied.add(places.computeIfAbsent(identity, key -> {
                    deletes.add(PackedJson.parse(ContentFileParser.toJson(delete, table.spec(delete.specId()))));
                    return deletes.size() - 1;
                }));
            }
        }
    }

    /**
     * The task in these bytes.
     *
     * @throws IllegalArgumentException if they hold none that this release reads
     */
    public static RewriteInput unpack(byte[] packed) {
        JsonNode tree = PackedJson.unpack(packed);
        TableMetadata table = TableShape.fromJson(tree.path("table"));
        List<DeleteFile> deletes = new ArrayList<>();
        for (JsonNode delete : tree.path("deletes")) {
            deletes.add((DeleteFile) ContentFileParser.fromJson(delete, table.specsById()));
        }
        List<RewriteFile> files = new ArrayList<>();
        for (JsonNode entry : tree.path("files")) {
            List<DeleteFile> applied = new ArrayList<>();
            entry.path("deletes").forEach(place -> applied.add(deletes.get(place.asInt())));
            DataFile data = (DataFile) ContentFileParser.fromJson(entry.path("data"), table.specsById());
            files.add(new RewriteFile(data, entry.path("sequence-number").asLong(), applied));
        }
        Map<String, String> properties = new TreeMap<>();
        tree.path("io-properties")
                .properties()
                .forEach(property ->
                        properties.put(property.getKey(), property.getValue().asText()));
        return new RewriteInput(
                table,
                tree.path("base-snapshot-id").asLong(),
                tree.path("base-sequence-number").asLong(),
                tree.path("spec-id").asInt(),
                files,
                tree.path("target-bytes").asLong(),
                tree.path("io-impl").asText(),
                properties);
    }
}
