package io.ams.iceberg.upkeep;

import io.ams.optimizer.task.RewriteFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.util.BinPacking;

/**
 * The files of one partition that may be worth rewriting, and which of them are. For one thread.
 *
 * <p>Minor: enough fragments, or deletes that a rewrite gets rid of. Major: undersized files that fill a file of the target size.
 */
final class PartitionWork {
    private static final int LOOKBACK = 32;
    private static final int MANY_DELETES = 2;
    /** Merged files keep the order in which they were written: what was written together is read together. */
    private static final Comparator<RewriteFile> BY_AGE = Comparator.comparingLong(RewriteFile::dataSequenceNumber)
            .thenComparing(file -> file.data().location());

    private final UpkeepSettings settings;
    private final PartitionSpec spec;
    private final String path;
    private final List<RewriteFile> fragments = new ArrayList<>();
    private final List<RewriteFile> undersized = new ArrayList<>();
    private final List<RewriteFile> large = new ArrayList<>();

    PartitionWork(UpkeepSettings settings, PartitionSpec spec, StructLike partition) {
        this.settings = settings;
        this.spec = spec;
        this.path = spec.isUnpartitioned() ? "" : spec.partitionToPath(partition);
    }

    /** Takes a file if it may be worth rewriting. */
    boolean offer(RewriteFile file) {
        if (file.bytes() <= settings.fragmentBytes()) {
            return fragments.add(file);
        }
        if (file.bytes() <= settings.undersizedBytes()) {
            return undersized.add(file);
        }
        return isDueForDeletes(file) && large.add(file);
    }

    PartitionSpec spec() {
        return spec;
    }

    String path() {
        return path;
    }

    /** Whether undersized files alone fill a file of the target size, and at least two go into one. */
    boolean isMajor() {
        long bytes = undersized.stream().mapToLong(RewriteFile::bytes).sum();
        long twoSmallest = undersized.stream()
                .mapToLong(RewriteFile::bytes)
                .sorted()
                .limit(2)
                .sum();
        return undersized.size() > 1 && bytes >= settings.targetBytes() && twoSmallest <= settings.targetBytes();
    }

    /**
     * What is to be rewritten together: each list becomes one task.
     *
     * @param anyFragments two fragments are enough, because they have waited long
     * @param most files of a list
     */
    List<List<RewriteFile>> bins(boolean anyFragments, int most) {
        boolean merge = fragments.size() >= settings.minorFiles() || (anyFragments && fragments.size() > 1);
        boolean major = isMajor();
        List<RewriteFile> chosen = new ArrayList<>(large);
        fragments.stream()
                .filter(file -> merge || major || isDueForDeletes(file))
                .forEach(chosen::add);
        undersized.stream().filter(file -> major || isDueForDeletes(file)).forEach(chosen::add);
        chosen.sort(BY_AGE);
        List<List<RewriteFile>> bins = new ArrayList<>();
        for (List<RewriteFile> bin : new BinPacking.ListPacker<RewriteFile>(settings.targetBytes(), LOOKBACK, false)
                .pack(chosen, RewriteFile::bytes)) {
            for (int from = 0; from < bin.size(); from += most) {
                bins.add(bin.subList(from, Math.min(bin.size(), from + most)));
            }
        }
        bins.removeIf(bin -> bin.size() == 1 && !isDueForDeletes(bin.get(0)));
        return bins;
    }

    /** Equality deletes cost every reader; position deletes cost when they are many, or hide much of the file. */
    private boolean isDueForDeletes(RewriteFile file) {
        List<DeleteFile> deletes = file.deletes();
        if (deletes.isEmpty()) {
            return false;
        }
        boolean equality = deletes.stream().anyMatch(delete -> delete.content() == FileContent.EQUALITY_DELETES);
        if (equality || deletes.size() >= MANY_DELETES || file.bytes() <= settings.undersizedBytes()) {
            return true;
        }
        long deleted = deletes.stream().mapToLong(DeleteFile::recordCount).sum();
        return deleted > file.data().recordCount() * settings.deletedRatio();
    }

    /** What was found, in words. */
    String describe(int chosen) {
        return chosen + " files" + (path.isEmpty() ? "" : " in " + path) + " (" + fragments.size() + " fragments, "
                + undersized.size() + " undersized, " + large.size() + " with many deletes)";
    }
}
