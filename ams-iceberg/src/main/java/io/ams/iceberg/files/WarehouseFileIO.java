package io.ams.iceberg.files;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import java.util.Map;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/**
 * File access that is fenced in: a location outside the warehouse is refused before anything is opened, whatever a client wrote
 * into its metadata.
 */
final class WarehouseFileIO implements FileIO {
    private static final long serialVersionUID = 1L;

    private final FileIO files;
    private final String warehouse;

    WarehouseFileIO(FileIO files, String warehouse) {
        this.files = files;
        this.warehouse = warehouse;
    }

    @Override
    public InputFile newInputFile(String location) {
        return files.newInputFile(inside(location));
    }

    @Override
    public InputFile newInputFile(String location, long length) {
        return files.newInputFile(inside(location), length);
    }

    @Override
    public OutputFile newOutputFile(String location) {
        return files.newOutputFile(inside(location));
    }

    @Override
    public void deleteFile(String location) {
        files.deleteFile(inside(location));
    }

    private String inside(String location) {
        if (!Locations.isBelow(warehouse, location)) {
            throw new AmsException(
                    ErrorCode.LOCATION_OUTSIDE_WAREHOUSE,
                    "location " + location + " lies outside the warehouse " + warehouse + " of its catalog");
        }
        return location;
    }

    @Override
    public Map<String, String> properties() {
        return files.properties();
    }

    @Override
    public void initialize(Map<String, String> properties) {
        throw new UnsupportedOperationException("it is set up by whoever made it");
    }

    @Override
    public void close() {
        files.close();
    }
}
