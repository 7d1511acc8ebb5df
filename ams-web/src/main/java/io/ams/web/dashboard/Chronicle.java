package io.ams.web.dashboard;

import io.ams.web.api.NodeView;
import io.ams.web.api.ProcessView;
import io.ams.web.dashboard.Picture.Event;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What happened lately on the cluster, told from how one picture differs from the one before. Bounded; begins anew with the node.
 * For one thread.
 */
final class Chronicle {
    private static final int KEPT = 60;

    private final Clock clock;
    private final Function<String, @Nullable ProcessView> ended;
    private final Deque<Event> events = new ArrayDeque<>();
    private @Nullable Picture previous;

    /**
     * @param ended finds a process that is running no more; null if it is not known
     */
    Chronicle(Clock clock, Function<String, @Nullable ProcessView> ended) {
        this.clock = clock;
        this.ended = ended;
    }

    /** Takes note of this picture; answers the events, newest first. */
    List<Event> after(Picture picture) {
        if (previous != null) {
            leader(previous, picture);
            nodes(previous, picture);
            tables(previous, picture);
            upkeep(previous, picture);
            shardGroups(previous.shardGroups(), picture.shardGroups());
        }
        previous = picture;
        return List.copyOf(events);
    }

    private void leader(Picture before, Picture now) {
        String leader = now.cluster().leaderId();
        if (!Objects.equals(before.cluster().leaderId(), leader)) {
            if (leader == null) {
                note("leader", "bad", "No leader is known");
            } else {
                note(
                        "leader",
                        "good",
                        leader + " leads in term " + now.cluster().term());
            }
        }
    }

    private void nodes(Picture before, Picture now) {
        Map<String, NodeView> known =
                before.cluster().nodes().stream().collect(Collectors.toMap(NodeView::id, Function.identity()));
        for (NodeView node : now.cluster().nodes()) {
            NodeView was = known.get(node.id());
            if (was == null) {
                note("node", "info", node.id() + " appeared, " + node.state());
            } else if (!was.state().equals(node.state())) {
                String level = node.state().equals("ACTIVE") ? "good" : "warn";
                note("node", level, node.id() + " is " + node.state() + ", was " + was.state());
            }
            int gained = was == null ? node.buckets() : node.buckets() - was.buckets();
            if (gained != 0) {
                String change = gained > 0 ? " gained " + gained : " gave away " + -gained;
                note("bucket", "info", node.id() + change + " buckets and owns " + node.buckets());
            }
        }
    }

    private void tables(Picture before, Picture now) {
        int more = now.tableCount() - before.tableCount();
        if (more != 0) {
            String change = Math.abs(more)
                    + (Math.abs(more) == 1 ? " table" : " tables")
                    + (more > 0 ? " created" : " dropped");
            note("table", "info", change + ", " + now.tableCount() + " in all");
        }
    }

    private void upkeep(Picture before, Picture now) {
        Map<String, ProcessView> were =
                before.running().stream().collect(Collectors.toMap(ProcessView::id, Function.identity()));
        for (ProcessView process : now.running()) {
            ProcessView was = were.remove(process.id());
            if (was == null) {
                note("upkeep", "info", name(process) + ": " + process.kind() + " begins, " + process.reason());
            } else if (!was.state().equals(process.state())) {
                note("upkeep", "info", name(process) + ": every task is done, committing");
            }
        }
        were.keySet().stream().map(ended).filter(Objects::nonNull).forEach(this::end);
    }

    private void end(ProcessView process) {
        if (process.state().equals("SUCCESS")) {
            note(
                    "upkeep",
                    "good",
                    name(process) + ": " + process.inputFiles() + " files became " + process.outputFiles());
        } else {
            String why = process.failure() == null ? "" : ", " + process.failure();
            note("upkeep", "bad", name(process) + ": " + process.state() + why);
        }
    }

    private void shardGroups(Picture.ShardGroups before, Picture.ShardGroups now) {
        Map<String, Picture.ShardGroup> were =
                before.groups().stream().collect(Collectors.toMap(Picture.ShardGroup::name, Function.identity()));
        // Of more groups than are shown, those that come into sight and go out of it were not made and not dropped.
        boolean all = before.count() == before.groups().size()
                && now.count() == now.groups().size();
        for (Picture.ShardGroup group : now.groups()) {
            Picture.ShardGroup was = were.remove(group.name());
            if (was != null && group.version() >= was.version()) {
                shardGroup(was, group);
            } else if (all) {
                note("ddl", "info", "group " + group.name() + " was made, " + group.mode());
            }
        }
        if (all) {
            were.keySet().forEach(name -> note("ddl", "info", "group " + name + " was dropped"));
        }
    }

    private void shardGroup(Picture.ShardGroup was, Picture.ShardGroup now) {
        String name = "group " + now.name() + ": ";
        long opened = now.conflictsEver() - was.conflictsEver();
        long ended = was.conflicts() + opened - now.conflicts();
        long passed = now.barriersPassed() - was.barriersPassed();
        if (passed > 0) {
            note("ddl", "good", name + some(passed, "barrier") + " passed");
        }
        if (ended > 0) {
            note("ddl", "good", name + some(ended, "conflict") + " ended, " + now.conflicts() + " open");
        }
        if (opened > 0) {
            note("ddl", "bad", name + some(opened, "conflict") + " opened, " + now.conflicts() + " open");
        }
    }

    private static String some(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String name(ProcessView process) {
        return process.table() == null ? process.tableUuid() : process.table();
    }

    private void note(String kind, String level, String text) {
        events.addFirst(new Event(clock.millis(), kind, level, text));
        if (events.size() > KEPT) {
            events.removeLast();
        }
    }
}
