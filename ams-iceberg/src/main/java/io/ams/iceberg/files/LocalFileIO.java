package io.ams.iceberg.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/**
 * Files of this machine. Needs no Hadoop, writes no checksum files, and a file that was closed survives a power cut: the pointer
 * in the replicated state must never name a file that is not there.
 *
 * <p>For any number of threads. Locations are absolute paths or {@code file:} URIs.
 */
public final class LocalFileIO implements FileIO {
    private static final long serialVersionUID = 1L;

    // FileIO is Serializable and built by name with a public constructor, so the properties come later.
    @SuppressWarnings("serial") // whoever sets them uses serializable maps
    private Map<String, String> properties = Map.of();

    public LocalFileIO() {}

    @Override
    public void initialize(Map<String, String> initial) {
        this.properties = Map.copyOf(initial);
    }

    @Override
    public Map<String, String> properties() {
        return properties;
    }

    @Override
    public InputFile newInputFile(String location) {
        return new LocalInputFile(location, path(location));
    }

    @Override
    public OutputFile newOutputFile(String location) {
        return new LocalOutputFile(location, path(location));
    }

    /** Deletes the file; one that is not there is no failure. */
    @Override
    public void deleteFile(String location) {
        try {
            Files.deleteIfExists(path(location));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + location, e);
        }
    }

    private static Path path(String location) {
        return Path.of(Locations.localPath(location));
    }
}
