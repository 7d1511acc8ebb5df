package io.ams.iceberg.catalog;

import io.ams.iceberg.files.FileIOs;
import io.ams.raft.Reader;
import io.ams.raft.Submitter;
import java.util.concurrent.Executor;

/**
 * What the services of the catalog work with.
 *
 * @param blocking runs file access and the building of metadata; bounded, and never the threads of submitter and reader
 */
record CatalogCore(Submitter submitter, Reader reader, FileIOs files, MetadataCache cache, Executor blocking) {}
