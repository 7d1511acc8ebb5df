package io.ams.web.metric;

import io.ams.proto.DdlGroupRow;
import io.ams.raft.Replica;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Rows;
import io.ams.state.View;
import io.ams.web.ddl.OldestWaits;
import io.ams.web.ddl.Waits;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How groups of shards stand, from what this node has. Reads the groups and what waits, never the shards: their rows are long and
 * there may be thousands.
 */
final class ShardFamilies {
    private static final double MILLIS = 1000;

    private final Replica replica;
    private final Clock clock;

    ShardFamilies(Replica replica, Clock clock) {
        this.replica = replica;
        this.clock = clock;
    }

    List<Family> read() {
        return replica.reader().readLocal(this::families).value();
    }

    private List<Family> families(View view) {
        List<DdlGroupRow> groups = Rows.values(view, Columns.DDL_GROUPS, KeyRange.all());
        List<OldestWaits> oldest = groups.stream()
                .map(group -> OldestWaits.in(view, group.getName()))
                .toList();
        return List.of(
                Family.gauge("ams_ddl_groups", "Groups of shards", groups.size()),
                shards(view, groups),
                Family.gauge(
                        "ams_ddl_pending_announcements",
                        "Announcements of shards that are not decided",
                        groups.stream().mapToInt(DdlGroupRow::getPending).sum()),
                Family.gauge(
                        "ams_ddl_open_conflicts",
                        "Conflicts of shards that are open",
                        groups.stream().mapToInt(DdlGroupRow::getConflicts).sum()),
                Family.gauge(
                        "ams_ddl_oldest_barrier_age_seconds",
                        "How long the oldest barrier has been waiting for shards; 0 if none is",
                        age(oldest, OldestWaits::barrier)),
                Family.gauge(
                        "ams_ddl_oldest_conflict_age_seconds",
                        "How long the oldest conflict has been open; 0 if none is",
                        age(oldest, OldestWaits::conflict)));
    }

    private static Family shards(View view, List<DdlGroupRow> groups) {
        Map<String, Integer> states = new LinkedHashMap<>();
        for (DdlGroupRow group : groups) {
            int blocked = 0;
            int waiting = 0;
            if (group.getPending() > 0) {
                Waits waits = Waits.in(view, group.getName());
                blocked = waits.blocked();
                waiting = waits.waiting();
            }
            states.merge("LOADING", group.getMembers() - group.getCounted(), Integer::sum);
            states.merge("ACTIVE", group.getCounted() - waiting - blocked, Integer::sum);
            states.merge("WAITING", waiting, Integer::sum);
            states.merge("BLOCKED", blocked, Integer::sum);
        }
        List<Family.Value> samples = List.of("LOADING", "ACTIVE", "WAITING", "BLOCKED").stream()
                .map(state -> new Family.Value("", Map.of("state", state), states.getOrDefault(state, 0)))
                .toList();
        return new Family("ams_ddl_shards", "Shards that have not left, by state", Family.Kind.GAUGE, samples);
    }

    /** Seconds since the oldest of these. */
    private double age(List<OldestWaits> groups, Function<OldestWaits, Optional<Long>> since) {
        long now = clock.millis();
        return groups.stream()
                        .flatMap(group -> since.apply(group).stream())
                        .mapToLong(millis -> Math.max(0, now - millis))
                        .max()
                        .orElse(0)
                / MILLIS;
    }
}
