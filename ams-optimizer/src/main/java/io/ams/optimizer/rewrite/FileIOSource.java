package io.ams.optimizer.rewrite;

import java.util.Map;
import org.apache.iceberg.io.FileIO;

/** Opens the storage that a task names. */
@FunctionalInterface
public interface FileIOSource {
    /** A FileIO of this class with these properties; the caller closes it. */
    FileIO open(String implementation, Map<String, String> properties);
}
