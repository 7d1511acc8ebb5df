package io.ams.testkit.ddl.history;

import io.ams.proto.SchemaChange;
import io.ams.proto.ShardSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a shard knows of itself: its schema, its numbers, and whether something of it waits. May be behind, as things happen to a
 * shard that it does not hear of. Not for several threads.
 */
final class ShardKnowledge {
    private boolean member;
    private ShardTable base = new ShardTable(ShardSchema.getDefaultInstance());

    /** What changed it since, by number: what was announced, or what stands for it. */
    private final TreeMap<Long, List<SchemaChange>> changes = new TreeMap<>();

    private final Map<Long, List<SchemaChange>> sent = new TreeMap<>();
    private long last;
    private long decided;
    private boolean stuck;
    private int objections;

    boolean isMember() {
        return member;
    }

    /** Whether something that it announced waits. */
    boolean isStuck() {
        return stuck;
    }

    /** How many of its announcements may wait. */
    int waiting() {
        return (int) (last - decided);
    }

    /** The number of its last announcement. */
    long last() {
        return last;
    }

    /** The number of the last one that it knows to be decided. */
    long decided() {
        return decided;
    }

    /** How many of its announcements in a row were refused. */
    int objections() {
        return ++objections;
    }

    /** What it announced under this number. */
    Optional<List<SchemaChange>> sent(long seq) {
        return Optional.ofNullable(sent.get(seq));
    }

    /** Its table with all that it announced. */
    ShardTable table() {
        ShardTable table = base.copy();
        changes.values().forEach(table::make);
        return table;
    }

    /** Its table with what is decided. */
    ShardTable decidedTable() {
        ShardTable table = base.copy();
        changes.headMap(decided, true).values().forEach(table::make);
        return table;
    }

    void joined(ShardSchema schema) {
        member = true;
        sent.clear();
        last = 0;
        set(schema);
    }

    void left() {
        member = false;
        stuck = false;
    }

    /** Its schema is this one, and nothing waits. */
    void set(ShardSchema schema) {
        base = new ShardTable(schema);
        changes.clear();
        decided = last;
        stuck = false;
        objections = 0;
    }

    void announced(long seq, List<SchemaChange> announced, String verdict) {
        if (seq != last + 1 || verdict.equals("REJECTED")) {
            return;
        }
        last = seq;
        sent.put(seq, announced);
        changes.put(seq, announced);
        objections = 0;
        if (verdict.equals("APPLIED")) {
            decided = stuck ? decided : seq;
        } else {
            stuck = true;
        }
    }

    void replaced(long seq, List<SchemaChange> instead) {
        changes.put(seq, instead);
    }

    void ended(long seq, String verdict) {
        if (verdict.equals("SUPERSEDED")) {
            changes.remove(seq);
        }
    }

    void seen(GroupSeen.Shard seen) {
        member = true;
        last = seen.announced();
        decided = seen.decided();
        stuck = seen.announced() > seen.decided();
        sent.keySet().removeIf(seq -> seq > seen.announced());
        ShardTable table = decidedTable();
        changes.headMap(decided, true).clear();
        base = table;
    }
}
