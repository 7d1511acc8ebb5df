package io.ams.iceberg.catalog;

import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.CatalogRow;
import io.ams.proto.NameKind;
import io.ams.proto.NameRow;
import io.ams.proto.RequestRow;
import io.ams.proto.TableCommitted;
import io.ams.proto.TableRow;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reply;
import io.ams.state.Columns;
import io.ams.state.View;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;

/** Makes tables: at once, staged, or by the commit that ends a staged creation. Stages fail with {@link AmsException}. */
public final class TableCreator {
    private static final String EXISTS = "Requirement failed: table already exists";

    private final CatalogCore core;
    private final TableService tables;

    TableCreator(CatalogCore core, TableService tables) {
        this.core = core;
        this.tables = tables;
    }

    /** Where a creation begins: nothing is in the way, or the same request was answered before. */
    private record Beginning(CatalogRow catalog, Optional<RequestRow> seen) {}

    /** Creates the table. */
    public CompletionStage<Read<CachedMetadata>> create(TableName name, CreateTableRequest request, Caller caller) {
        return create(name, caller, catalog -> draft(catalog, name, request));
    }

    /** The metadata that the table would begin with. Nothing is kept of it. */
    public CompletionStage<Read<TableMetadata>> stage(TableName name, CreateTableRequest request) {
        return core.read(Consistency.STRICT, view -> begin(view, name, Caller.of("")))
                .thenApplyAsync(
                        read -> new Read<>(draft(read.value().catalog(), name, request), read.appliedIndex()),
                        core.blocking());
    }

    /** Whether the commit ends a staged creation. */
    static boolean isCreation(UpdateTableRequest request) {
        return request.requirements().stream().anyMatch(UpdateRequirement.AssertTableDoesNotExist.class::isInstance);
    }

    /** Creates the table that this commit describes; REQUIREMENT_FAILED if there is one of its name by now. */
    CompletionStage<Read<CachedMetadata>> createByCommit(TableName name, UpdateTableRequest request, Caller caller) {
        List<UpdateRequirement> others = request.requirements().stream()
                .filter(required -> !(required instanceof UpdateRequirement.AssertTableDoesNotExist))
                .toList();
        if (!others.isEmpty()) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST,
                    "Invalid create requirements: besides assert-create there are " + others.size() + " more");
        }
        return create(name, caller, catalog -> draft(catalog, name, request)).handle((created, failure) -> {
            if (failure == null) {
                return created;
            }
            RuntimeException refusal = Refusals.of(failure);
            boolean exists = refusal instanceof AmsException known && known.code() == ErrorCode.TABLE_EXISTS;
            throw exists ? new AmsException(ErrorCode.REQUIREMENT_FAILED, EXISTS) : refusal;
        });
    }

    private static TableMetadata draft(CatalogRow catalog, TableName name, CreateTableRequest request) {
        try {
            request.validate();
            Names.checkTable(name.name());
            // The default location needs the uuid, which comes with the metadata.
            TableMetadata metadata = TableMetadata.newTableMetadata(
                    request.schema(),
                    request.spec() == null ? PartitionSpec.unpartitioned() : request.spec(),
                    request.writeOrder() == null ? SortOrder.unsorted() : request.writeOrder(),
                    request.location() == null ? catalog.getWarehouse() : request.location(),
                    request.properties());
            return located(catalog, name, metadata, request.location() != null);
        } catch (RuntimeException e) {
            throw Refusals.ofClientInput(e);
        }
    }

    private static TableMetadata draft(CatalogRow catalog, TableName name, UpdateTableRequest request) {
        try {
            Names.checkTable(name.name());
            TableMetadata.Builder builder = request.updates().stream()
                    .filter(MetadataUpdate.UpgradeFormatVersion.class::isInstance)
                    .map(update -> ((MetadataUpdate.UpgradeFormatVersion) update).formatVersion())
                    .findFirst()
                    .map(TableMetadata::buildFromEmpty)
                    .orElseGet(TableMetadata::buildFromEmpty);
            request.updates().forEach(update -> update.applyTo(builder));
            if (request.updates().stream().noneMatch(MetadataUpdate.AssignUUID.class::isInstance)) {
                builder.assignUUID();
            }
            TableMetadata metadata = builder.build();
            return located(catalog, name, metadata, metadata.location() != null);
        } catch (RuntimeException e) {
            throw Refusals.ofClientInput(e);
        }
    }

    private static TableMetadata located(CatalogRow catalog, TableName name, TableMetadata metadata, boolean chosen) {
        TableMetadata located = chosen
                ? metadata
                : TableMetadata.buildFrom(metadata)
                        .setLocation(TableLocations.defaultLocation(
                                catalog.getWarehouse(), name.levels(), name.name(), metadata.uuid()))
                        .build();
        TableLocations.check(catalog.getWarehouse(), located);
        return located;
    }

    private CompletionStage<Read<CachedMetadata>> create(
            TableName name, Caller caller, Function<CatalogRow, TableMetadata> draft) {
        return core.read(Consistency.STRICT, view -> begin(view, name, caller))
                .thenComposeAsync(
                        read -> {
                            Beginning beginning = read.value();
                            return beginning.seen().isPresent()
                                    ? replay(name, beginning.seen().get(), caller)
                                    : propose(name, beginning.catalog(), draft.apply(beginning.catalog()), caller);
                        },
                        core.blocking());
    }

    private static Beginning begin(View view, TableName name, Caller caller) {
        CatalogRow catalog = StateLookup.catalog(view, name.catalog());
        Optional<RequestRow> seen = SeenRequests.find(view, caller);
        if (seen.isEmpty()) {
            StateLookup.namespace(view, name.catalog(), name.levels());
            view.get(Columns.NAMES, name.key()).ifPresent(taken -> {
                throw taken(taken, name);
            });
        }
        return new Beginning(catalog, seen);
    }

    private static AmsException taken(NameRow taken, TableName name) {
        return taken.getKind() == NameKind.VIEW
                ? new AmsException(ErrorCode.VIEW_EXISTS, "View with same name already exists: " + name)
                : new AmsException(ErrorCode.TABLE_EXISTS, "Table already exists: " + name);
    }

    private CompletionStage<Read<CachedMetadata>> replay(TableName name, RequestRow seen, Caller caller) {
        return tables.loadByUuid(SeenRequests.tableOf(seen, Operations.TABLE_CREATE, caller), name);
    }

    private CompletionStage<Read<CachedMetadata>> propose(
            TableName name, CatalogRow catalog, TableMetadata metadata, Caller caller) {
        FileIO files = core.files().of(catalog);
        CachedMetadata written = MetadataFiles.write(files, metadata, 0);
        return core.submitter()
                .submit(Operations.TABLE_CREATE, TableCommands.create(name, written.metadata()), caller.submission())
                .thenComposeAsync(reply -> settle(name, files, written, reply), core.blocking());
    }

    private CompletionStage<Read<CachedMetadata>> settle(
            TableName name, FileIO files, CachedMetadata written, Reply<TableCommitted> reply) {
        return reply.fold(
                accepted -> {
                    if (accepted.result().getMetadataLocation().equals(written.location())) {
                        core.cache().put(written);
                        return CompletableFuture.completedFuture(new Read<>(written, accepted.index()));
                    }
                    MetadataFiles.deleteUnused(files, written.location());
                    return tables.loadByUuid(accepted.result().getUuid(), name);
                },
                failed -> {
                    AmsException refusal = new AmsException(failed.code(), failed.detail());
                    if (failed.code().surelyNotApplied()) {
                        MetadataFiles.deleteUnused(files, written.location());
                        return CompletableFuture.failedFuture(refusal);
                    }
                    return lookUp(written, refusal);
                });
    }

    /** The fate of a creation whose outcome is unknown; if the state does not tell either, it stays so and the file is kept. */
    private CompletionStage<Read<CachedMetadata>> lookUp(CachedMetadata written, AmsException unknown) {
        return core.read(
                        Consistency.STRICT,
                        view -> view.get(Columns.TABLES, written.metadata().uuid())
                                .map(TableRow::getMetadataLocation)
                                .filter(written.location()::equals))
                .handle((read, failure) -> {
                    if (failure != null || read.value().isEmpty()) {
                        throw unknown;
                    }
                    core.cache().put(written);
                    return new Read<>(written, read.appliedIndex());
                });
    }
}
