package io.ams.iceberg.catalog;

import io.ams.iceberg.schema.Shapes;
import io.ams.op.ErrorCode;
import io.ams.proto.TargetShape;
import io.ams.raft.AmsException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.rest.requests.UpdateTableRequest;

/**
 * Several commits on one base: each is checked against, and applied to, what those before it made. One that is refused leaves the
 * others alone.
 */
final class Fold {
    private final String warehouse;
    private final Map<PendingCommit, RuntimeException> refused = new LinkedHashMap<>();
    private final List<PendingCommit> carried = new ArrayList<>();
    private final List<PendingCommit> all = new ArrayList<>();
    private TableMetadata evolving;
    private boolean changed;

    /**
     * @param warehouse root that the table's locations must lie below
     * @param base what the commits begin on
     */
    Fold(String warehouse, TableMetadata base) {
        this.warehouse = warehouse;
        this.evolving = base;
    }

    /** Takes one more commit in. */
    void add(PendingCommit commit) {
        all.add(commit);
        try {
            TableMetadata next = apply(commit.request());
            if (next != evolving) {
                // Changes of one commit must not show as changes of the next: a snapshot replaced within one commit
                // leaves no
                // trace in the table's history, one replaced by the next commit does.
                evolving = TableMetadata.buildFrom(next).discardChanges().build();
                changed = true;
            }
            carried.add(commit);
        } catch (RuntimeException e) {
            refused.put(commit, Refusals.ofClientInput(e));
        }
    }

    private TableMetadata apply(UpdateTableRequest request) {
        request.requirements().forEach(requirement -> requirement.validate(evolving));
        TableMetadata.Builder builder = TableMetadata.buildFrom(evolving);
        request.updates().forEach(update -> update.applyTo(builder));
        TableMetadata next = builder.build();
        if (next.changes().isEmpty()) {
            return evolving;
        }
        if (!next.uuid().equals(evolving.uuid())) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "Cannot reassign uuid of table " + evolving.uuid());
        }
        TableLocations.check(warehouse, next);
        if (Shapes.differ(evolving, next)) {
            // Refused here if the state has no word for it: later it would take the others of the group with it.
            TargetShape unused = Shapes.of(next);
        }
        return next;
    }

    /** Whether there is anything to write. */
    boolean isChanged() {
        return changed;
    }

    /** The metadata that carries them all. */
    TableMetadata result() {
        return evolving;
    }

    /** The commits that hold in the result. */
    List<PendingCommit> carried() {
        return carried;
    }

    /** Those that wait for an answer: carried or refused, in the order they came. */
    List<PendingCommit> unanswered() {
        return all;
    }

    /** Tells those that were refused. */
    void answerRefused() {
        refused.forEach(PendingCommit::fail);
    }
}
