package io.ams.web.ddl;

import io.ams.proto.DdlBarrierRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlVerdict;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.Rows;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for whom in one group. What waits is read once; the shards, whose rows are long, only if somebody waits for them. For
 * one thread and one view.
 */
public final class Waits {
    /** How many shards are named among those that came, or are waited for. */
    private static final int MOST_NAMED = 100;
    /** How many of them make a few words. */
    private static final int MOST_SAID = 5;

    private record Standing(String shard, long nextBarrier) {}

    private final View view;
    private final String group;
    private final Map<String, List<DdlPendingRow>> pendings = new TreeMap<>();
    private final Map<Long, List<String>> missing = new HashMap<>();
    private @Nullable List<Standing> standings;

    private Waits(View view, String group) {
        this.view = view;
        this.group = group;
    }

    /** Those of this group. */
    public static Waits in(View view, String group) {
        Waits waits = new Waits(view, group);
        Rows.values(view, Columns.DDL_PENDING, Keys.AnnouncementKey.of(group))
                .forEach(row -> waits.pendings
                        .computeIfAbsent(row.getShard(), shard -> new ArrayList<>())
                        .add(row));
        return waits;
    }

    /** What this shard waits with, in order. */
    List<DdlPendingRow> of(String shard) {
        return pendings.getOrDefault(shard, List.of());
    }

    /** How many shards are in conflict; not those that are loading still. */
    public int blocked() {
        return (int) pendings.entrySet().stream()
                .filter(entry -> isBlocked(entry.getValue()) && !isLoading(entry.getKey()))
                .count();
    }

    private boolean isLoading(String shard) {
        return view.get(Columns.DDL_MEMBERS, new Keys.ShardKey(group, shard))
                .map(DdlMemberRow::getState)
                .filter(DdlMemberState.MEMBER_LOADING::equals)
                .isPresent();
    }

    /** How many shards wait without being in conflict. */
    public int waiting() {
        return (int) pendings.values().stream().filter(rows -> !isBlocked(rows)).count();
    }

    private static boolean isBlocked(List<DdlPendingRow> rows) {
        return rows.stream().anyMatch(row -> row.getVerdict() == DdlVerdict.VERDICT_BLOCKED);
    }

    /** Shards that have announced what waits at the barrier; the first of them. */
    List<String> came(long barrier) {
        return pendings.values().stream()
                .filter(rows -> rows.stream().anyMatch(row -> row.getBarrier() == barrier))
                .limit(MOST_NAMED)
                .map(rows -> rows.get(0).getShard())
                .toList();
    }

    /** Shards that have not come to the barrier; the first of them, and none for barrier 0. */
    List<String> missing(long barrier) {
        return barrier == 0 ? List.of() : missing.computeIfAbsent(barrier, this::lookForMissing);
    }

    private List<String> lookForMissing(long barrier) {
        return standings().stream()
                .filter(standing -> standing.nextBarrier() <= barrier)
                .limit(MOST_NAMED)
                .map(Standing::shard)
                .toList();
    }

    private List<Standing> standings() {
        List<Standing> known = standings;
        if (known == null) {
            List<Standing> found = new ArrayList<>();
            view.scan(Columns.DDL_MEMBERS, Keys.ShardKey.of(group), (key, member) -> {
                if (isWaitedFor(member.getState())) {
                    found.add(new Standing(member.getShard(), member.getNextBarrier()));
                }
                return true;
            });
            standings = found;
            known = found;
        }
        return known;
    }

    private static boolean isWaitedFor(DdlMemberState state) {
        return state == DdlMemberState.MEMBER_ACTIVE
                || state == DdlMemberState.MEMBER_WAITING
                || state == DdlMemberState.MEMBER_BLOCKED;
    }

    /** What the shard waits for in a few words; null if it waits for nothing. */
    @Nullable
    String waitingFor(DdlMemberRow member) {
        List<DdlPendingRow> rows = of(member.getShard());
        if (rows.isEmpty()) {
            return null;
        }
        DdlPendingRow first = rows.get(0);
        Optional<DdlBarrierRow> barrier =
                view.get(Columns.DDL_BARRIERS, new Keys.GroupNumberKey(group, first.getBarrier()));
        long conflict = first.getConflict() == 0
                ? barrier.map(DdlBarrierRow::getConflict).orElse(0L)
                : first.getConflict();
        if (conflict != 0) {
            return "somebody to resolve conflict " + conflict;
        }
        List<String> shards = missing(first.getBarrier());
        return shards.isEmpty() ? "a barrier that stands before its own" : shards(shards);
    }

    private static String shards(List<String> shards) {
        String named = String.join(", ", shards.stream().limit(MOST_SAID).toList());
        int others = shards.size() - MOST_SAID;
        String rest = others <= 0
                ? ""
                : " and " + others + (shards.size() == MOST_NAMED ? " or more" : "")
                        + (others == 1 ? " other" : " others");
        return (shards.size() == 1 ? "shard " : "shards ") + named + rest;
    }
}
