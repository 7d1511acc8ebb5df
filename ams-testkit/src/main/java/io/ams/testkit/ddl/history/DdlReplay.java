package io.ams.testkit.ddl.history;

import io.ams.testkit.ddl.history.ReplayItem.Sort;
import io.ams.testkit.ddl.model.DdlReferenceModel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Looks for an order of all operations and looks of a history that agrees with real time and with the model, and says why there is
 * none.
 *
 * <p>Each takes effect at one point, between its start and its end, and these points are the order. Which points are allowed:
 *
 * <ul>
 *   <li>An answer of something new ({@link DdlAnswer.Said#isEffect}) names the version that it made: its point is where the group goes
 *       over to that version, and no other operation has it.
 *   <li>An answer of something that was decided before, or was rejected in strict mode, names the version that it found: its point is
 *       between that version and the next. So is that of a look.
 *   <li>A refusal names nothing: its point is at any version at which the model refuses with the same code.
 *   <li>What was done without saying more (an acknowledgement) makes a version that nobody else names, or has its point at any version
 *       at which the model says that there is nothing to do.
 *   <li>What was not answered makes a version that nobody else names, at any time after its start, or has no point at all: nothing
 *       shows whether it was refused, or did nothing, or never arrived. One that was made again under the same key is one operation with
 *       the answer of the last time; one made again by its number alone is another, which says that it was decided before if it was.
 *   <li>Bindings in an answer were read when it was made or a little later: they are those of the model at the answer's version or a
 *       later one. Once the shard has left they are not compared.
 * </ul>
 *
 * <p>The points of two operations are in the order in which they happened if one ended before the other began. Between two versions the
 * group does not change, so that points there may be in any order that real time allows. Every version from the first to the last that
 * anybody named is made exactly once.
 *
 * <p>Sound: whatever a linearizable group answers is explained, as the order of its log is one of those that are tried. What changes nothing is
 * placed as early as possible, which leaves the most room for the rest; only where a version has several operations that nobody
 * answered to choose from does the search branch. Complete up to that: an order that is found is one.
 */
final class DdlReplay {
    private static final int MOST_BRANCHES = 20_000;

    private final Supplier<DdlReferenceModel> model;
    private final List<ReplayItem> all = new ArrayList<>();
    private final Map<Long, ReplayItem> effects = new HashMap<>();
    private final List<ReplayItem> others;
    private final List<String> doubled = new ArrayList<>();
    private final long last;

    /** The earliest end of an effect that makes this version or a later one. */
    private final long[] earliestEnd;

    private long furthest;
    private String obstacle = "";

    DdlReplay(Supplier<DdlReferenceModel> model, List<DdlOperation> operations, List<DdlLook> looks) {
        this.model = model;
        operations.forEach(operation -> all.add(ReplayItem.of(operation)));
        looks.forEach(look -> all.add(ReplayItem.of(look)));
        all.stream().filter(item -> item.sort() == Sort.EFFECT).forEach(this::addEffect);
        this.others = all.stream()
                .filter(item -> item.sort() != Sort.EFFECT)
                .sorted(Comparator.comparingLong(ReplayItem::start))
                .toList();
        this.last = all.stream().mapToLong(ReplayItem::version).max().orElse(1);
        this.earliestEnd = new long[(int) last + 2];
        Arrays.fill(earliestEnd, Long.MAX_VALUE);
        for (int version = (int) last; version > 0; version--) {
            ReplayItem effect = effects.get((long) version);
            earliestEnd[version] = Math.min(earliestEnd[version + 1], effect == null ? Long.MAX_VALUE : effect.end());
        }
    }

    private void addEffect(ReplayItem item) {
        ReplayItem other = effects.putIfAbsent(item.version(), item);
        if (other != null) {
            doubled.add("version " + item.version() + " was made twice: by " + other + " and by " + item);
        }
    }

    Optional<String> disagreement() {
        if (!doubled.isEmpty()) {
            return Optional.of(doubled.get(0));
        }
        return againstRealTime().or(this::search);
    }

    /** Whether what names its version is in an order that real time forbids. */
    private Optional<String> againstRealTime() {
        TreeMap<Long, List<ReplayItem>> byPlace = new TreeMap<>();
        all.stream()
                .filter(ReplayItem::isFixed)
                .forEach(item -> byPlace.computeIfAbsent(
                                2 * item.version() + (item.sort() == Sort.EFFECT ? 0 : 1), place -> new ArrayList<>())
                        .add(item));
        Optional<ReplayItem> latest = Optional.empty();
        for (List<ReplayItem> here : byPlace.values()) {
            for (ReplayItem item : here) {
                if (latest.isPresent() && item.end() < latest.get().start()) {
                    return Optional.of("against real time: this ended before the other began, and comes after it: "
                            + item + ", after " + latest.get());
                }
            }
            for (ReplayItem item : here) {
                if (latest.isEmpty() || item.start() > latest.get().start()) {
                    latest = Optional.of(item);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> search() {
        Deque<ReplayState> branches = new ArrayDeque<>();
        branches.push(new ReplayState(model.get()));
        for (int tried = 0; !branches.isEmpty(); tried++) {
            if (tried > MOST_BRANCHES) {
                return Optional.of("no order was found in " + tried + " tries; the furthest ended with: " + obstacle);
            }
            if (follow(branches.pop(), branches)) {
                return Optional.empty();
            }
        }
        return Optional.of(obstacle);
    }

    private boolean fail(ReplayState state, String why) {
        if (obstacle.isEmpty() || state.version() > furthest) {
            furthest = state.version();
            obstacle = why;
        }
        return false;
    }

    /** Goes on with this order until it ends or fails; leaves other ways to go on with the branches. */
    private boolean follow(ReplayState state, Deque<ReplayState> branches) {
        while (true) {
            state.open(others, earliestEnd[(int) state.version() + 1]);
            state.placeWhatChangesNothing();
            Optional<String> missed = state.version() == last ? state.left() : state.missed();
            if (missed.isPresent()) {
                return fail(state, missed.get());
            }
            if (state.version() == last) {
                return true;
            }
            Optional<ReplayItem> next = next(state, branches);
            if (next.isEmpty()) {
                return fail(
                        state,
                        "version " + (state.version() + 1) + " was made by nothing that is known, and by nothing that"
                                + " was not answered either");
            }
            Optional<String> wrong = state.make(next.get());
            if (wrong.isPresent()) {
                return fail(state, wrong.get());
            }
            if (next.get().sort() == Sort.EFFECT) {
                next.get().bindings().ifPresent(state::add);
            }
        }
    }

    private Optional<ReplayItem> next(ReplayState state, Deque<ReplayState> branches) {
        ReplayItem effect = effects.get(state.version() + 1);
        if (effect != null) {
            return Optional.of(effect);
        }
        List<ReplayItem> candidates = state.candidates();
        for (int i = candidates.size() - 1; i > 0; i--) {
            ReplayState other = state.copy();
            if (other.make(candidates.get(i)).isEmpty()) {
                branches.push(other);
            }
        }
        return candidates.stream().findFirst();
    }
}
