package io.ams.testkit.ddl.history;

import io.ams.proto.SchemaChange;
import io.ams.proto.ShardSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the shards of a group want to change together, in order; whoever comes first says it. Safe for many threads. */
final class Agenda {
    private final ShardTable base;
    private final List<List<SchemaChange>> items = new ArrayList<>();

    /**
     * @param base what all of them begin with
     */
    Agenda(ShardSchema base) {
        this.base = new ShardTable(base);
    }

    /** The changes under this number; chosen now if nobody has said them. */
    synchronized List<SchemaChange> item(int number, ShardChoices choices) {
        while (items.size() <= number) {
            items.add(choices.changes(table(items.size())));
        }
        return items.get(number);
    }

    /** The changes under this number, if somebody has said them. */
    synchronized Optional<List<SchemaChange>> item(int number) {
        return number >= 0 && number < items.size() ? Optional.of(items.get(number)) : Optional.empty();
    }

    /** The table of a shard that has made all changes before this number. */
    synchronized ShardTable table(int number) {
        ShardTable table = base.copy();
        items.subList(0, Math.min(number, items.size())).forEach(table::make);
        return table;
    }

    /** How many were said. */
    synchronized int size() {
        return items.size();
    }
}
