package io.ams.optimizer.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.ContentFileParser;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;

/**
 * What a task made.
 *
 * @param files new data files with their statistics; none if every row was deleted
 */
public record RewriteOutput(List<DataFile> files) {
    public RewriteOutput {
        files = List.copyOf(files);
    }

    public long bytes() {
        return files.stream().mapToLong(DataFile::fileSizeInBytes).sum();
    }

    /** The packed form. */
    public byte[] pack(Map<Integer, PartitionSpec> specs) {
        ObjectNode tree = PackedJson.tree();
        ArrayNode made = tree.putArray("files");
        for (DataFile file : files) {
            PartitionSpec spec = specs.get(file.specId());
            if (spec == null) {
                throw new IllegalArgumentException(file.location() + " has a partition spec the table does not have");
            }
            made.add(PackedJson.parse(ContentFileParser.toJson(file, spec)));
        }
        return PackedJson.pack(tree);
    }

    /**
     * The result in these bytes.
     *
     * @throws IllegalArgumentException if they hold none that this release reads
     */
    public static RewriteOutput unpack(byte[] packed, Map<Integer, PartitionSpec> specs) {
        JsonNode tree = PackedJson.unpack(packed);
        List<DataFile> files = new ArrayList<>();
        for (JsonNode file : tree.path("files")) {
            files.add((DataFile) ContentFileParser.fromJson(file, specs));
        }
        return new RewriteOutput(files);
    }
}
