package io.ams.iceberg.catalog;

import io.ams.iceberg.files.Locations;
import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.FileIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads, writes and names metadata files. Blocks. */
public final class MetadataFiles {
    private static final Logger LOG = LoggerFactory.getLogger(MetadataFiles.class);

    private MetadataFiles() {}

    /**
     * Writes the metadata into a new file.
     *
     * @param number of the file: the table's version to be
     * @return the same metadata, with the file's location
     */
    public static CachedMetadata write(FileIO files, TableMetadata metadata, long number) {
        TableMetadata located = TableMetadata.buildFrom(metadata)
                .discardChanges()
                .withMetadataLocation(newLocation(metadata, number))
                .build();
        CachedMetadata written = CachedMetadata.of(located);
        try (OutputStream out = compressed(
                written.location(), files.newOutputFile(written.location()).create())) {
            out.write(written.json());
        } catch (IOException e) {
            deleteUnused(files, written.location());
            throw new UncheckedIOException("cannot write " + written.location(), e);
        }
        return written;
    }

    private static OutputStream compressed(String location, OutputStream out) throws IOException {
        return isGzip(location) ? new GZIPOutputStream(out) : out;
    }

    private static boolean isGzip(String location) {
        return TableMetadataParser.Codec.fromFileName(location) == TableMetadataParser.Codec.GZIP;
    }

    private static String newLocation(TableMetadata metadata, long number) {
        String folder = Optional.ofNullable(metadata.properties().get(TableProperties.WRITE_METADATA_LOCATION))
                .map(Locations::stripSlash)
                .orElse(Locations.stripSlash(metadata.location()) + "/metadata");
        String codec =
                metadata.property(TableProperties.METADATA_COMPRESSION, TableProperties.METADATA_COMPRESSION_DEFAULT);
        return String.format("%s/%05d-%s%s", folder, number, UUID.randomUUID(), extension(codec));
    }

    private static String extension(String codec) {
        try {
            return TableMetadataParser.getFileExtension(codec);
        } catch (IllegalArgumentException e) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST,
                    "Invalid " + TableProperties.METADATA_COMPRESSION + " '" + codec + "': use none or gzip");
        }
    }

    /**
     * Reads a metadata file.
     *
     * @throws org.apache.iceberg.exceptions.NotFoundException if it is not there
     */
    public static CachedMetadata read(FileIO files, String location) {
        byte[] json;
        try (InputStream in = files.newInputFile(location).newStream()) {
            json = isGzip(location) ? unzip(in) : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + location, e);
        }
        TableMetadata metadata = TableMetadataParser.fromJson(location, new String(json, StandardCharsets.UTF_8));
        return new CachedMetadata(metadata, json);
    }

    private static byte[] unzip(InputStream in) throws IOException {
        try (GZIPInputStream unzipped = new GZIPInputStream(in)) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            unzipped.transferTo(out);
            return out.toByteArray();
        }
    }

    /** Deletes a file that no pointer names or ever will. One that stays behind is the orphan clean-up's. */
    public static void deleteUnused(FileIO files, String location) {
        try {
            files.deleteFile(location);
        } catch (RuntimeException e) {
            LOG.warn("Metadata file {} is not needed but could not be deleted", location, e);
        }
    }
}
