package io.ams.optimizer.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Remembers every file that was begun through it, so that a task that ends badly leaves none behind. For one thread. */
final class RecordedFileIO implements FileIO {
    private static final Logger LOG = LoggerFactory.getLogger(RecordedFileIO.class);

    private final FileIO files;
    private final List<String> begun = new ArrayList<>();

    RecordedFileIO(FileIO files) {
        this.files = files;
    }

    /** Removes what was begun. A file that cannot be removed is named in the log and left. */
    void removeBegun() {
        for (String location : begun) {
            try {
                if (files.newInputFile(location).exists()) {
                    files.deleteFile(location);
                }
            } catch (RuntimeException e) {
                LOG.warn("{} of a task that failed could not be removed and is left behind", location, e);
            }
        }
        begun.clear();
    }

    @Override
    public InputFile newInputFile(String path) {
        return files.newInputFile(path);
    }

    @Override
    public InputFile newInputFile(String path, long length) {
        return files.newInputFile(path, length);
    }

    @Override
    public OutputFile newOutputFile(String path) {
        begun.add(path);
        return files.newOutputFile(path);
    }

    @Override
    public void deleteFile(String path) {
        files.deleteFile(path);
    }

    @Override
    public Map<String, String> properties() {
        return files.properties();
    }

    @Override
    public void close() {
        files.close();
    }
}
