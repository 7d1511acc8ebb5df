package io.ams.iceberg.upkeep;

import io.ams.iceberg.files.Locations;
import io.ams.raft.AmsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionStatisticsFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StatisticsFile;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every file that a table's metadata leads to, deleted leaves first: a file goes only after what is found through it. Files
 * outside the table's own places belong to others (added by reference, say) and stay. For one thread.
 */
final class ReachableFiles {
    private static final Logger LOG = LoggerFactory.getLogger(ReachableFiles.class);

    private final FileIO io;
    private final TableMetadata metadata;
    private final List<String> places;
    private long deleted;
    private boolean complete = true;

    /**
     * @param places the table's locations
     */
    ReachableFiles(FileIO io, TableMetadata metadata, List<String> places) {
        this.io = io;
        this.metadata = metadata;
        this.places = List.copyOf(places);
    }

    long deleted() {
        return deleted;
    }

    /**
     * Deletes them all.
     *
     * @param metadataLocation the file that the metadata was read from; it goes last
     * @return false if one could not be deleted: then the metadata file is still there, to begin again from
     */
    boolean deleteAll(String metadataLocation) {
        Map<String, ManifestFile> manifests = new LinkedHashMap<>();
        Set<String> rest = new LinkedHashSet<>();
        for (Snapshot snapshot : metadata.snapshots()) {
            collect(snapshot, manifests);
            if (snapshot.manifestListLocation() != null) {
                rest.add(snapshot.manifestListLocation());
            }
        }
        manifests.values().forEach(this::deleteManifest);
        metadata.previousFiles().forEach(entry -> rest.add(entry.file()));
        metadata.statisticsFiles().stream().map(StatisticsFile::path).forEach(rest::add);
        metadata.partitionStatisticsFiles().stream()
                .map(PartitionStatisticsFile::path)
                .forEach(rest::add);
        if (complete) {
            rest.forEach(this::delete);
        }
        if (complete) {
            delete(metadataLocation);
        }
        return complete;
    }

    private void collect(Snapshot snapshot, Map<String, ManifestFile> manifests) {
        try {
            snapshot.allManifests(io).forEach(manifest -> manifests.put(manifest.path(), manifest));
        } catch (NotFoundException e) {
            LOG.info("{} is gone already", snapshot.manifestListLocation());
        }
    }

    private void deleteManifest(ManifestFile manifest) {
        try (ManifestReader<?> files = open(manifest)) {
            files.forEach(file -> delete(file.location()));
        } catch (NotFoundException e) {
            LOG.info("{} is gone already", manifest.path());
        } catch (IOException e) {
            throw new UncheckedIOException(manifest.path() + " did not close", e);
        }
        if (complete) {
            delete(manifest.path());
        }
    }

    private ManifestReader<?> open(ManifestFile manifest) {
        return manifest.content() == ManifestContent.DATA
                ? ManifestFiles.read(manifest, io, metadata.specsById())
                : ManifestFiles.readDeleteManifest(manifest, io, metadata.specsById());
    }

    private void delete(String location) {
        if (!isOurs(location)) {
            LOG.info("{} lies outside the places of its table and stays", location);
            return;
        }
        try {
            io.deleteFile(location);
            deleted++;
        } catch (NotFoundException e) {
            LOG.debug("{} is gone already", location, e);
        } catch (RuntimeException e) {
            LOG.warn("{} of a purged table could not be deleted; it is tried again", location, e);
            complete = false;
        }
    }

    /** However the two are spelled: a writer may well use another form of the same location. */
    private boolean isOurs(String location) {
        try {
            return places.stream().anyMatch(place -> Locations.isBelow(oneScheme(place), oneScheme(location)));
        } catch (AmsException e) {
            LOG.warn("{} is no location that can be compared: {}", location, e.detail());
            return false;
        }
    }

    private static String oneScheme(String location) {
        return location.startsWith("s3a:") || location.startsWith("s3n:") ? "s3" + location.substring(3) : location;
    }
}
