package io.ams.iceberg.upkeep;

import io.ams.optimizer.task.RewriteFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.StructLikeWrapper;

/**
 * Reads the manifests of a snapshot once and keeps the files that may be worth rewriting, by partition. Memory is bounded: it
 * stops at {@value #MOST} files. For one thread.
 */
final class CandidateScan {
    private static final int MOST = 100_000;
    /** All of the statistics that is kept: it tells which data file a position delete file is about. */
    private static final Set<Integer> PATH_ONLY = Set.of(MetadataColumns.DELETE_FILE_PATH.fieldId());

    private record Place(int specId, StructLikeWrapper partition) {}

    private final TableMetadata table;
    private final FileIO io;
    private final UpkeepSettings settings;
    private final Map<Place, PartitionWork> partitions = new HashMap<>();
    private final Map<String, DeleteFile> deletes = new HashMap<>();
    private boolean complete = true;

    CandidateScan(TableMetadata table, FileIO io, UpkeepSettings settings) {
        this.table = table;
        this.io = io;
        this.settings = settings;
    }

    /** Whether every file was looked at. */
    boolean isComplete() {
        return complete;
    }

    /** The partitions of the table's current snapshot, always in the same order. */
    Collection<PartitionWork> partitions() {
        int kept = 0;
        BaseTable scanned = new BaseTable(new StaticTableOperations(table, io), table.uuid());
        try (CloseableIterable<FileScanTask> tasks = scanned.newScan().planFiles()) {
            for (FileScanTask task : tasks) {
                if (isReadable(task) && workOf(task).offer(candidate(task)) && ++kept >= MOST) {
                    complete = false;
                    break;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the manifests of " + table.metadataFileLocation() + " did not close", e);
        }
        List<PartitionWork> sorted = new ArrayList<>(partitions.values());
        sorted.sort(Comparator.comparingInt((PartitionWork work) -> work.spec().specId())
                .thenComparing(PartitionWork::path));
        return sorted;
    }

    /** Parquet only; and no equality deletes on columns that the table does not have any more. */
    private boolean isReadable(FileScanTask task) {
        Schema schema = table.schema();
        return task.file().format() == FileFormat.PARQUET
                && task.deletes().stream()
                        .filter(delete -> delete.content() == FileContent.EQUALITY_DELETES)
                        .flatMap(delete -> delete.equalityFieldIds().stream())
                        .allMatch(id -> schema.findField(id) != null);
    }

    private PartitionWork workOf(FileScanTask task) {
        DataFile file = task.file();
        StructLikeWrapper partition =
                StructLikeWrapper.forType(task.spec().partitionType()).set(file.partition());
        PartitionWork known = partitions.get(new Place(file.specId(), partition));
        if (known != null) {
            return known;
        }
        PartitionWork work = new PartitionWork(settings, task.spec(), file.partition());
        DataFile copy = file.copyWithoutStats();
        partitions.put(new Place(file.specId(), partition.copyFor(copy.partition())), work);
        return work;
    }

    private RewriteFile candidate(FileScanTask task) {
        DataFile data = task.file().copyWithoutStats();
        Long sequenceNumber = task.file().dataSequenceNumber();
        List<DeleteFile> applied = task.deletes().stream()
                .map(delete -> deletes.computeIfAbsent(
                        delete.location() + '#' + delete.contentOffset(), key -> delete.copyWithStats(PATH_ONLY)))
                .toList();
        return new RewriteFile(data, sequenceNumber == null ? 0 : sequenceNumber, applied);
    }
}
