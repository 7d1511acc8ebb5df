package io.ams.iceberg.catalog;

import io.ams.iceberg.files.FileIOs;
import io.ams.proto.CatalogRow;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reader;
import io.ams.raft.Submitter;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;

/**
 * The Iceberg catalogs of AMS, on any node.
 *
 * <p>No call blocks. Stages fail with an {@link AmsException}; whatever else comes out is a surprise. What was acknowledged is in
 * the replicated state, and the files it names were durable before. For any number of threads.
 */
public final class IcebergCatalog {
    private final CatalogCore core;
    private final NamespaceService namespaces;
    private final TableService tables;
    private final TableCreator creator;
    private final CommitQueue commits;
    private final ShardGroups groups;

    /**
     * @param files the caller's to close
     * @param blocking a bounded executor for file access and the building of metadata
     */
    public IcebergCatalog(Submitter submitter, Reader reader, FileIOs files, MetadataCache cache, Executor blocking) {
        this.core = new CatalogCore(submitter, reader, files, cache, blocking);
        this.namespaces = new NamespaceService(core);
        this.tables = new TableService(core);
        this.creator = new TableCreator(core, tables);
        this.commits = new CommitQueue(new TableCommitter(core, tables, this::reshaped));
        this.groups = new ShardGroups(core, new TargetCommitter(core, commits));
    }

    private void reshaped(String tableUuid, long index) {
        groups.reshaped(tableUuid, index);
    }

    /** The catalog of this name, or CATALOG_NOT_FOUND. */
    public CompletionStage<Read<CatalogRow>> catalog(Consistency consistency, String name) {
        return core.read(consistency, view -> StateLookup.catalog(view, name));
    }

    public NamespaceService namespaces() {
        return namespaces;
    }

    public TableService tables() {
        return tables;
    }

    /** Groups of shards that feed tables. */
    public ShardGroups groups() {
        return groups;
    }

    /** Creates a table. */
    public CompletionStage<Read<CachedMetadata>> createTable(
            TableName name, CreateTableRequest request, Caller caller) {
        return creator.create(name, request, caller);
    }

    /** The metadata that a table would begin with; it is created by a commit that asserts so. */
    public CompletionStage<Read<TableMetadata>> stageTable(TableName name, CreateTableRequest request) {
        return creator.stage(name, request);
    }

    /**
     * Carries out a commit: if its requirements hold, all of its updates, else none. Answers the table's metadata afterwards,
     * which may hold later commits too.
     *
     * <p>REQUIREMENT_FAILED, COMMIT_CONFLICT and DDL_BINDING_STALE: surely nothing happened. OUTCOME_UNKNOWN: the client keeps its
     * files.
     */
    public CompletionStage<Read<CachedMetadata>> commit(TableName name, UpdateTableRequest request, Caller caller) {
        return TableCreator.isCreation(request)
                ? creator.createByCommit(name, request, caller)
                : commits.submit(name, request, caller);
    }
}
