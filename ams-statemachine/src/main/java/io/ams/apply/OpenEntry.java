package io.ams.apply;

import io.ams.state.ChangeSet;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** An entry on its way: the state with the changes of its commands so far on top. Not for several threads. */
final class OpenEntry {
    private final LogPosition at;
    private final OverlayView view;
    private final ChangeSet.Builder changes = ChangeSet.builder();

    OpenEntry(View below, LogPosition at) {
        this.at = at;
        this.view = new OverlayView(below);
    }

    LogPosition at() {
        return at;
    }

    View view() {
        return view;
    }

    void add(ChangeSet more) {
        view.add(more);
        changes.addAll(more);
    }

    ChangeSet changes() {
        return changes.build();
    }
}
