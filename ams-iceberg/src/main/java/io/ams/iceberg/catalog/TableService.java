package io.ams.iceberg.catalog;

import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.NameKind;
import io.ams.proto.Property;
import io.ams.proto.TableDrop;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.Levels;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.iceberg.TableProperties;

/** Tables: list, look up, load and drop. Stages fail with {@link AmsException}. */
public final class TableService {
    private static final Property NO_GC = Property.newBuilder()
            .setKey(TableProperties.GC_ENABLED)
            .setValue("false")
            .build();

    private final CatalogCore core;

    TableService(CatalogCore core) {
        this.core = core;
    }

    /** The names of the tables of a namespace. Opens no metadata. */
    public CompletionStage<Read<Page<String>>> list(
            Consistency consistency, String catalog, List<String> levels, PageRequest page) {
        return core.read(consistency, view -> list(view, catalog, levels, page));
    }

    private static Page<String> list(View view, String catalog, List<String> levels, PageRequest page) {
        StateLookup.namespace(view, catalog, levels);
        PageTokens tokens = PageTokens.of(view);
        String listing = "tables " + catalog + " " + Levels.join(levels);
        KeyRange all = Keys.NameKey.in(catalog, levels);
        KeyRange range = tokens.read(listing, page)
                .map(last -> all.after(Columns.NAMES, new Keys.NameKey(catalog, levels, last)))
                .orElse(all);
        List<String> found = new ArrayList<>();
        boolean[] more = {false};
        view.scan(Columns.NAMES, range, (key, row) -> {
            boolean isTable = row.getKind() == NameKind.TABLE;
            more[0] = isTable && found.size() == page.limit();
            if (isTable && !more[0]) {
                found.add(key.name());
            }
            return !more[0];
        });
        Optional<String> next =
                more[0] ? Optional.of(tokens.write(listing, found.get(found.size() - 1))) : Optional.empty();
        return new Page<>(List.copyOf(found), next);
    }

    /** Whether there is such a table. */
    public CompletionStage<Read<Boolean>> exists(Consistency consistency, TableName name) {
        return core.read(consistency, view -> StateLookup.findTable(view, name).isPresent());
    }

    /** The location of the table's metadata, without opening it. */
    public CompletionStage<Read<String>> metadataLocation(Consistency consistency, TableName name) {
        return core.read(
                consistency, view -> StateLookup.table(view, name).row().getMetadataLocation());
    }

    /** The table's metadata. */
    public CompletionStage<Read<CachedMetadata>> load(Consistency consistency, TableName name) {
        return core.read(consistency, view -> StateLookup.table(view, name)).thenCompose(this::open);
    }

    /** The table's metadata as it is now, under whatever name it has by now. */
    CompletionStage<Read<CachedMetadata>> loadByUuid(String uuid, TableName name) {
        return core.read(Consistency.STRICT, view -> StateLookup.tableByUuid(view, uuid, name))
                .thenCompose(this::open);
    }

    private CompletionStage<Read<CachedMetadata>> open(Read<StateLookup.FoundTable> read) {
        StateLookup.FoundTable found = read.value();
        return core.cache()
                .get(core.files().of(found.catalog()), found.row().getMetadataLocation())
                .handle((metadata, failure) -> {
                    if (failure != null) {
                        throw Refusals.of(failure);
                    }
                    return new Read<>(metadata, read.appliedIndex());
                });
    }

    /**
     * Drops the table. Its files are left alone, to be brought back with it, or with {@code purge} deleted in the background.
     *
     * <p>Refused with BAD_REQUEST if files are to be deleted of a table that forbids it ({@code gc.enabled=false}).
     */
    public CompletionStage<Read<Boolean>> drop(TableName name, boolean purge, Caller caller) {
        return (purge ? mayPurge(name, caller) : CompletableFuture.completedFuture(true))
                .thenCompose(checked -> core.submitter()
                        .submit(
                                Operations.TABLE_DROP,
                                TableDrop.newBuilder()
                                        .setCatalog(name.catalog())
                                        .addAllLevels(name.levels())
                                        .setName(name.name())
                                        .setPurge(purge)
                                        .build(),
                                caller.submission()))
                .thenApply(NamespaceService::accepted)
                .thenApply(done -> new Read<>(true, done.index()));
    }

    private CompletionStage<Boolean> mayPurge(TableName name, Caller caller) {
        return core.read(Consistency.STRICT, view -> {
                    boolean forbidden = SeenRequests.find(view, caller).isEmpty()
                            && StateLookup.findTable(view, name)
                                    .map(row -> row.getUpkeepList().contains(NO_GC))
                                    .orElse(false);
                    if (forbidden) {
                        throw new AmsException(
                                ErrorCode.BAD_REQUEST,
                                "Cannot purge table " + name
                                        + ": GC is disabled (gc.enabled=false); its files may belong"
                                        + " to other tables");
                    }
                    return true;
                })
                .thenApply(Read::value);
    }
}
