package io.ams.optimizer.task;

import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;

/**
 * A data file to be rewritten.
 *
 * @param data without column statistics
 * @param dataSequenceNumber of the data file: rows written anew keep it as the commit they were last changed by (format 3)
 * @param deletes position deletes, deletion vectors and equality deletes that apply to it
 */
public record RewriteFile(DataFile data, long dataSequenceNumber, List<DeleteFile> deletes) {
    public RewriteFile {
        deletes = List.copyOf(deletes);
    }

    /** Size of the data file. */
    public long bytes() {
        return data.fileSizeInBytes();
    }
}
