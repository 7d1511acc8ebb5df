package io.ams.iceberg.upkeep;

import com.google.protobuf.UnsafeByteOperations;
import io.ams.optimizer.task.RewriteFile;
import io.ams.optimizer.task.RewriteInput;
import io.ams.proto.ProcessKind;
import io.ams.proto.TableRow;
import io.ams.proto.TaskSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans what one process of a table is to rewrite: minor and major work, per partition, at most {@value #MOST_TASKS} tasks of
 * {@value #MOST_FILES} files. What does not fit waits for the next process. Safe for many threads.
 */
public final class MinorPlanner {
    private static final Logger LOG = LoggerFactory.getLogger(MinorPlanner.class);
    static final int MOST_TASKS = 64;
    static final int MOST_FILES = 512;
    /** All inputs of a process travel in one command. */
    private static final long MOST_PROCESS_BYTES = 2L << 20;

    private final TableMetadataSource tables;

    public MinorPlanner(TableMetadataSource tables) {
        this.tables = tables;
    }

    /**
     * Reads the table's current snapshot and plans on it.
     *
     * @param anyFragments two fragments of a partition are enough, because they have waited long
     * @throws RuntimeException if the table cannot be read
     */
    UpkeepPlan plan(TableRow table, boolean anyFragments) {
        TableMetadata metadata = tables.load(table.getCatalog(), table.getMetadataLocation());
        Snapshot snapshot = metadata.currentSnapshot();
        if (snapshot == null) {
            return UpkeepPlan.nothing(0);
        }
        UpkeepSettings settings = UpkeepSettings.of(table);
        CandidateScan scan = new CandidateScan(metadata, tables.io(table.getCatalog()), settings);
        List<Bin> bins = new ArrayList<>();
        for (PartitionWork partition : scan.partitions()) {
            for (List<RewriteFile> files : partition.bins(anyFragments, MOST_FILES)) {
                bins.add(new Bin(partition, files));
            }
        }
        // What gets rid of most files comes first; among equals the order of the partitions stays.
        bins.sort(Comparator.comparingInt((Bin bin) -> -bin.files().size()));
        WorkerStorage storage = tables.workerStorage(table.getCatalog());
        return new Packing(metadata, snapshot, settings, storage).pack(bins, !scan.isComplete());
    }

    private record Bin(PartitionWork partition, List<RewriteFile> files) {}

    /** Turns bins into packed tasks until the process is full. */
    private static final class Packing {
        private final TableMetadata metadata;
        private final Snapshot snapshot;
        private final UpkeepSettings settings;
        private final WorkerStorage storage;
        private final List<TaskSpec> tasks = new ArrayList<>();
        private final List<String> found = new ArrayList<>();
        private long bytes;
        private boolean full;
        private boolean major;

        Packing(TableMetadata metadata, Snapshot snapshot, UpkeepSettings settings, WorkerStorage storage) {
            this.metadata = metadata;
            this.snapshot = snapshot;
            this.settings = settings;
            this.storage = storage;
        }

        UpkeepPlan pack(List<Bin> bins, boolean cut) {
            for (Bin bin : bins) {
                int before = tasks.size();
                add(bin.partition(), bin.files());
                if (tasks.size() > before) {
                    major |= bin.partition().isMajor();
                    found.add(bin.partition().describe(bin.files().size()));
                }
                if (full) {
                    break;
                }
            }
            if (tasks.isEmpty()) {
                return UpkeepPlan.nothing(snapshot.snapshotId());
            }
            return new UpkeepPlan(
                    major ? ProcessKind.MAJOR : ProcessKind.MINOR, reason(), snapshot.snapshotId(), tasks, full || cut);
        }

        private String reason() {
            String first = "rewrite " + found.get(0);
            return found.size() == 1 ? first : first + " and " + (found.size() - 1) + " more groups";
        }

        /** One task; or two halves where one would be too large to lie in the state. */
        private void add(PartitionWork partition, List<RewriteFile> files) {
            if (full) {
                return;
            }
            RewriteInput input = new RewriteInput(
                    metadata,
                    snapshot.snapshotId(),
                    snapshot.sequenceNumber(),
                    partition.spec().specId(),
                    files,
                    writeBytes(files),
                    storage.implementation(),
                    storage.properties());
            byte[] packed = input.pack();
            if (packed.length > RewriteInput.MAX_PACKED) {
                halve(partition, files, packed.length);
                return;
            }
            if (tasks.size() == MOST_TASKS || bytes + packed.length > MOST_PROCESS_BYTES) {
                full = true;
                return;
            }
            bytes += packed.length;
            tasks.add(TaskSpec.newBuilder()
                    .setInput(UnsafeByteOperations.unsafeWrap(packed))
                    .setInputFiles(files.size())
                    .setInputBytes(input.inputBytes())
                    .build());
        }

        private void halve(PartitionWork partition, List<RewriteFile> files, int packed) {
            if (files.size() == 1) {
                LOG.warn(
                        "{} stays as it is: its task would take {} bytes, {} are allowed",
                        files.get(0).data().location(),
                        packed,
                        RewriteInput.MAX_PACKED);
                return;
            }
            int middle = files.size() / 2;
            add(partition, files.subList(0, middle));
            add(partition, files.subList(middle, files.size()));
        }

        /** What fits the target before it is written should not leave a crumb because it compresses worse together. */
        private long writeBytes(List<RewriteFile> files) {
            long read = files.stream().mapToLong(RewriteFile::bytes).sum();
            return read <= settings.targetBytes() ? settings.targetBytes() * 3 / 2 : settings.targetBytes();
        }
    }
}
