package io.ams.optimizer.rewrite;

import io.ams.optimizer.task.RewriteFile;
import io.ams.optimizer.task.RewriteInput;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.BaseFileScanTask;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericDeleteFilter;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.ResidualEvaluator;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.util.PartitionUtil;

/** The rows of a task's files that no delete file has deleted, one file after the other, never more than a batch in memory. */
final class LiveRows {
    private final RewriteInput input;
    private final FileIO io;
    private final Schema wanted;

    /**
     * @param wanted the columns to read; those it begins with are those of the rows, further ones may follow in each row
     */
    LiveRows(RewriteInput input, FileIO io, Schema wanted) {
        this.input = input;
        this.io = io;
        this.wanted = wanted;
    }

    CloseableIterable<Record> of(RewriteFile file) {
        FileScanTask task = new BaseFileScanTask(
                file.data(),
                file.deletes().toArray(DeleteFile[]::new),
                SchemaParser.toJson(input.table().schema()),
                PartitionSpecParser.toJson(input.spec()),
                ResidualEvaluator.unpartitioned(Expressions.alwaysTrue()));
        GenericDeleteFilter deletes =
                new GenericDeleteFilter(io, task, input.table().schema(), wanted);
        ReadBuilder<Record, Schema> rows =
                FormatModelRegistry.readBuilder(file.data().format(), Record.class, io.newInputFile(file.data()));
        String mapping = input.table().properties().get(TableProperties.DEFAULT_NAME_MAPPING);
        if (mapping != null) {
            rows = rows.withNameMapping(NameMappingParser.fromJson(mapping));
        }
        return deletes.filter(rows.project(deletes.requiredSchema())
                .idToConstant(constants(task, file.dataSequenceNumber()))
                .build());
    }

    /** Values that are not in the file: identity partitions, and for row lineage the commit that wrote it. */
    private static Map<Integer, Object> constants(FileScanTask task, long sequenceNumber) {
        Map<Integer, Object> constants =
                new HashMap<>(PartitionUtil.constantsMap(task, IdentityPartitionConverters::convertConstant));
        constants.put(MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId(), sequenceNumber);
        return constants;
    }
}
