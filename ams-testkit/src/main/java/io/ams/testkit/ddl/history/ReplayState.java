package io.ams.testkit.ddl.history;

import io.ams.testkit.ddl.history.ReplayItem.Sort;
import io.ams.testkit.ddl.model.DdlReferenceModel;
import io.ams.testkit.ddl.model.ModelAnswer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An order as far as it was tried: the model after it, and what has no place in it yet. Not for several threads. */
final class ReplayState {
    private final DdlReferenceModel model;
    private final List<ReplayItem> open;
    private final Set<ReplayItem> excused;
    private int next;
    private long latestStart;

    /** Nothing has a place yet. */
    ReplayState(DdlReferenceModel model) {
        this(model, new ArrayList<>(), new HashSet<>(), 0, Long.MIN_VALUE);
    }

    private ReplayState(
            DdlReferenceModel model, List<ReplayItem> open, Set<ReplayItem> excused, int next, long latestStart) {
        this.model = model;
        this.open = open;
        this.excused = excused;
        this.next = next;
        this.latestStart = latestStart;
    }

    ReplayState copy() {
        return new ReplayState(model.copy(), new ArrayList<>(open), new HashSet<>(excused), next, latestStart);
    }

    long version() {
        return model.version();
    }

    /** Takes in what may have its place from here on: it began before any effect that is still to come ended. */
    void open(List<ReplayItem> byStart, long before) {
        while (next < byStart.size() && byStart.get(next).start() <= before) {
            open.add(byStart.get(next++));
        }
    }

    /** Gives a place here to everything that is right here and need not come after something that has none yet. */
    void placeWhatChangesNothing() {
        open.sort(Comparator.comparingLong(ReplayItem::start));
        List<String> picture = model.picture();
        for (ReplayItem item : List.copyOf(open)) {
            place(item, picture);
        }
    }

    private void place(ReplayItem item, List<String> picture) {
        boolean free = isMissing(item) && follows(item);
        if (!free || !item.isRight(model, picture)) {
            return;
        }
        latestStart = Math.max(latestStart, item.start());
        if (item.sort() == Sort.DONE) {
            // It may have had its effect all the same, later: what has none here may have one then.
            excused.add(item);
        } else {
            open.remove(item);
            item.bindings().ifPresent(bindings -> {
                open.add(bindings);
                place(bindings, picture);
            });
        }
    }

    /** Whether nothing that ended before the item began is without a place. */
    private boolean follows(ReplayItem item) {
        return open.stream().noneMatch(other -> isMissing(other) && other.end() < item.start());
    }

    /** Why what is bound to this version has no place at it; empty if all has. */
    Optional<String> missed() {
        return open.stream()
                .filter(item -> item.isFixed() && item.version() <= version())
                .findFirst()
                .map(this::missed);
    }

    private String missed(ReplayItem item) {
        ReplayItem first = open.stream()
                .filter(other -> isMissing(other) && other.end() < item.start())
                .min(Comparator.comparingLong(ReplayItem::end))
                .orElse(item);
        String needed = first == item ? "" : ", which has to come before " + item;
        return "at version " + version() + " there is no place for " + first + needed + ": "
                + first.objection(model, model.picture()).orElse("it comes too late");
    }

    private boolean isMissing(ReplayItem item) {
        return item.isNeeded() && !excused.contains(item);
    }

    /** Why something that must have a place has none at all; empty if all have one. */
    Optional<String> left() {
        return open.stream().filter(this::isMissing).findFirst().map(this::missed);
    }

    /** What has no place yet and could make the next version. */
    List<ReplayItem> candidates() {
        List<ReplayItem> candidates = new ArrayList<>();
        for (ReplayItem item : open) {
            boolean silent = item.sort() == Sort.DONE || item.sort() == Sort.UNKNOWN;
            if (silent && why(item).isEmpty() && isEffect(model.copy().apply(item.command()))) {
                candidates.add(item);
            }
        }
        // What must have a place comes first, then what was given up last.
        candidates.sort(Comparator.comparing(ReplayItem::isNeeded)
                .thenComparing(ReplayItem::start)
                .reversed());
        return candidates;
    }

    private boolean isEffect(ModelAnswer answer) {
        return !answer.repeated() && answer.version() == version() + 1;
    }

    private Optional<String> why(ReplayItem item) {
        if (item.end() < latestStart) {
            return Optional.of("it ended before something began that comes before it: " + item);
        }
        return follows(item) ? Optional.empty() : Optional.of(missed(item));
    }

    /** Gives the next version to the item; returns why that is wrong, if it is. */
    Optional<String> make(ReplayItem item) {
        Optional<String> why = why(item);
        if (why.isPresent()) {
            return why;
        }
        long wanted = version() + 1;
        ModelAnswer answer = model.apply(item.command());
        if (item.sort() == Sort.EFFECT && !answer.equals(item.expected())) {
            return Optional.of("to make version " + wanted + " the model answers " + answer + ", not as in " + item);
        }
        open.remove(item);
        excused.remove(item);
        latestStart = Math.max(latestStart, item.start());
        return Optional.empty();
    }

    void add(ReplayItem item) {
        open.add(item);
    }
}
