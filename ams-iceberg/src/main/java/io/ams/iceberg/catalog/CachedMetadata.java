package io.ams.iceberg.catalog;

import java.nio.charset.StandardCharsets;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;

/**
 * A metadata file that was read or written: immutable, as the file is.
 *
 * <p>Keeps the JSON beside what it means: most loads send it on as it is.
 */
public final class CachedMetadata {
    /** What the parsed form takes beside its JSON, roughly: maps and strings are several times as big. */
    private static final int HEAP_PER_JSON_BYTE = 4;

    private final TableMetadata metadata;
    private final byte[] json;

    CachedMetadata(TableMetadata metadata, byte[] json) {
        this.metadata = metadata;
        this.json = json;
    }

    /** This metadata, which has a location, as its file holds it. */
    static CachedMetadata of(TableMetadata metadata) {
        return new CachedMetadata(metadata, TableMetadataParser.toJson(metadata).getBytes(StandardCharsets.UTF_8));
    }

    /** Parsed, with its location set and no changes pending. */
    public TableMetadata metadata() {
        return metadata;
    }

    public String location() {
        return metadata.metadataFileLocation();
    }

    /** The whole metadata as JSON in UTF-8. The array is shared: leave it alone. */
    public byte[] json() {
        return json;
    }

    /** The same without the snapshots that no branch or tag leads to directly. */
    public byte[] jsonOfRefs() {
        TableMetadata refs = TableMetadata.buildFrom(metadata)
                .withMetadataLocation(metadata.metadataFileLocation())
                .suppressHistoricalSnapshots()
                .build();
        return TableMetadataParser.toJson(refs).getBytes(StandardCharsets.UTF_8);
    }

    int weight() {
        return (int) Math.min(Integer.MAX_VALUE, (long) json.length * (1 + HEAP_PER_JSON_BYTE));
    }
}
