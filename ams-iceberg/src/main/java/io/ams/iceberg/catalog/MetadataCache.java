package io.ams.iceberg.catalog;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.iceberg.io.FileIO;

/**
 * Metadata files in memory, by location, bounded by bytes. A file never changes under its name, so an entry is never stale.
 *
 * <p>Reads that miss happen on the executor for blocking work, once for all who wait.
 */
public final class MetadataCache {
    private final AsyncCache<String, CachedMetadata> byLocation;

    public MetadataCache(long maxBytes, Executor blocking) {
        this.byLocation = Caffeine.newBuilder()
                .executor(blocking)
                .maximumWeight(maxBytes)
                .weigher((String location, CachedMetadata entry) -> entry.weight())
                .buildAsync();
    }

    /** The file's content. Fails as reading it fails; a failure is not remembered. */
    public CompletableFuture<CachedMetadata> get(FileIO files, String location) {
        return byLocation.get(location, (String missing) -> MetadataFiles.read(files, missing));
    }

    /** Takes in a file that was just written. */
    void put(CachedMetadata written) {
        byLocation.put(written.location(), CompletableFuture.completedFuture(written));
    }
}
