package io.ams.web.resource;

import io.ams.proto.ProcessRow;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.View;
import io.ams.web.api.ProcessView;
import io.ams.web.api.TableView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Finds upkeep processes in the state. */
public final class Processes {
    private Processes() {}

    /** Those that have not ended. */
    public static List<ProcessView> running(View view) {
        List<ProcessView> processes = new ArrayList<>();
        view.scan(Columns.ACTIVE_PROCESSES, KeyRange.all(), (id, active) -> {
            view.get(Columns.PROCESSES, new Keys.ProcessKey(active.getTableUuid(), id))
                    .ifPresent(row -> processes.add(view(view, row)));
            return true;
        });
        return processes;
    }

    /** The last ones of a table, newest first. Empty for a table that neither is nor has ever had upkeep. */
    static Optional<List<ProcessView>> history(View view, String uuid, int limit) {
        List<ProcessView> processes = ofTable(view, uuid, limit);
        boolean known = !processes.isEmpty() || view.get(Columns.TABLES, uuid).isPresent();
        return known ? Optional.of(processes) : Optional.empty();
    }

    private static List<ProcessView> ofTable(View view, String uuid, int limit) {
        Deque<ProcessRow> newest = new ArrayDeque<>();
        view.scan(Columns.PROCESSES, Keys.ProcessKey.of(uuid), (key, row) -> {
            newest.addLast(row);
            if (newest.size() > limit) {
                newest.removeFirst();
            }
            return true;
        });
        List<ProcessView> processes = new ArrayList<>();
        newest.forEach(row -> processes.add(view(view, row)));
        Collections.reverse(processes);
        return processes;
    }

    /** A process by its id alone. One that has ended is looked for among all; only a repeated cancel does that. */
    public static Optional<ProcessRow> find(View view, String id) {
        Optional<ProcessRow> active = view.get(Columns.ACTIVE_PROCESSES, id)
                .flatMap(row -> view.get(Columns.PROCESSES, new Keys.ProcessKey(row.getTableUuid(), id)));
        return active.or(() -> {
            List<ProcessRow> found = new ArrayList<>();
            view.scan(Columns.PROCESSES, KeyRange.all(), (key, row) -> {
                if (key.processId().equals(id)) {
                    found.add(row);
                }
                return found.isEmpty();
            });
            return found.stream().findFirst();
        });
    }

    public static ProcessView view(View view, ProcessRow row) {
        return ProcessView.of(
                row,
                view.get(Columns.TABLES, row.getTableUuid())
                        .map(TableView::fullName)
                        .orElse(null));
    }
}
