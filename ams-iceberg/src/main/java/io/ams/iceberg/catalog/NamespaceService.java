package io.ams.iceberg.catalog;

import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.NamespaceCreate;
import io.ams.proto.NamespaceDrop;
import io.ams.proto.NamespaceRow;
import io.ams.proto.NamespaceUpdate;
import io.ams.proto.NamespaceUpdated;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reply;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.Levels;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** Namespaces: nested, with properties. Touches no file. Stages fail with {@link AmsException}. */
public final class NamespaceService {
    private final CatalogCore core;

    NamespaceService(CatalogCore core) {
        this.core = core;
    }

    /** The namespaces directly inside the parent; at the top for a parent of no levels. */
    public CompletionStage<Read<Page<List<String>>>> list(
            Consistency consistency, String catalog, List<String> parent, PageRequest page) {
        return core.read(consistency, view -> list(view, catalog, parent, page));
    }

    private static Page<List<String>> list(View view, String catalog, List<String> parent, PageRequest page) {
        if (parent.isEmpty()) {
            StateLookup.catalog(view, catalog);
        } else {
            StateLookup.namespace(view, catalog, parent);
        }
        PageTokens tokens = PageTokens.of(view);
        String listing = "namespaces " + catalog + " " + Levels.join(parent);
        KeyRange children = Keys.NamespaceKey.childrenOf(catalog, parent);
        KeyRange range = tokens.read(listing, page)
                .map(last -> children.after(Columns.NAMESPACES, new Keys.NamespaceKey(catalog, Levels.split(last))))
                .orElse(children);
        List<List<String>> found = new ArrayList<>();
        boolean[] more = {false};
        view.scan(Columns.NAMESPACES, range, (key, row) -> {
            more[0] = found.size() == page.limit();
            if (!more[0]) {
                found.add(key.levels());
            }
            return !more[0];
        });
        Optional<String> next = more[0]
                ? Optional.of(tokens.write(listing, Levels.join(found.get(found.size() - 1))))
                : Optional.empty();
        return new Page<>(List.copyOf(found), next);
    }

    /** The namespace's properties. */
    public CompletionStage<Read<Map<String, String>>> load(
            Consistency consistency, String catalog, List<String> levels) {
        return core.read(
                consistency,
                view -> Properties.map(
                        StateLookup.namespace(view, catalog, levels).getPropertiesList()));
    }

    /** Creates the namespace; answers its properties. */
    public CompletionStage<Read<Map<String, String>>> create(
            String catalog, List<String> levels, Map<String, String> properties, Caller caller) {
        NamespaceCreate command = NamespaceCreate.newBuilder()
                .setCatalog(catalog)
                .addAllLevels(Names.checkLevels(levels))
                .addAllProperties(Properties.sorted(properties))
                .build();
        return core.submitter()
                .submit(Operations.NAMESPACE_CREATE, command, caller.submission())
                .thenApply(NamespaceService::accepted)
                .thenApply(done -> new Read<>(propertiesOf(done.result()), done.index()));
    }

    private static Map<String, String> propertiesOf(NamespaceRow row) {
        return Properties.map(row.getPropertiesList());
    }

    /** Sets and removes properties, all in one step. */
    public CompletionStage<Read<NamespaceUpdated>> update(
            String catalog,
            List<String> levels,
            Map<String, String> updates,
            Collection<String> removals,
            Caller caller) {
        for (String key : new TreeSet<>(removals)) {
            if (updates.containsKey(key)) {
                throw new AmsException(
                        ErrorCode.UNPROCESSABLE, "Invalid namespace update: cannot set and remove key '" + key + "'");
            }
        }
        NamespaceUpdate command = NamespaceUpdate.newBuilder()
                .setCatalog(catalog)
                .addAllLevels(levels)
                .addAllUpdates(Properties.sorted(updates))
                .addAllRemovals(new TreeSet<>(removals))
                .build();
        return core.submitter()
                .submit(Operations.NAMESPACE_UPDATE, command, caller.submission())
                .thenApply(NamespaceService::accepted)
                .thenApply(done -> new Read<>(done.result(), done.index()));
    }

    /** Drops the namespace, which must be empty. Answers nothing but the log index. */
    public CompletionStage<Read<Boolean>> drop(String catalog, List<String> levels, Caller caller) {
        NamespaceDrop command = NamespaceDrop.newBuilder()
                .setCatalog(catalog)
                .addAllLevels(levels)
                .build();
        return core.submitter()
                .submit(Operations.NAMESPACE_DROP, command, caller.submission())
                .thenApply(NamespaceService::accepted)
                .thenApply(done -> new Read<>(true, done.index()));
    }

    /** The acceptance with its index, or the refusal thrown. */
    static <R> Reply.Accepted<R> accepted(Reply<R> reply) {
        return reply.fold(accepted -> accepted, failed -> {
            throw new AmsException(failed.code(), failed.detail());
        });
    }
}
