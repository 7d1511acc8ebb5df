package io.ams.testkit.ddl.history;

import io.ams.ddl.ShardDraft;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The table of a shard as the shard itself takes it to be; flat. It only leads to what is announced: whether answers are right is for
 * the reference model to say. Not for several threads.
 */
final class ShardTable {
    private ShardSchema schema;

    ShardTable(ShardSchema schema) {
        this.schema = schema;
    }

    ShardTable copy() {
        return new ShardTable(schema);
    }

    List<ShardColumn> columns() {
        return schema.getColumnsList();
    }

    /** Its columns, without saying anything of the primary key. */
    ShardSchema schema() {
        return schema.toBuilder().clearIdentifier().build();
    }

    Optional<ShardColumn> column(String name) {
        return columns().stream()
                .filter(column -> column.getName().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Makes the changes if the table can have all of them; false, and nothing is changed, if it cannot. */
    boolean make(List<SchemaChange> changes) {
        return ShardDraft.of(schema)
                .changed(changes)
                .fold(
                        changed -> {
                            schema = changed.toMessage();
                            return true;
                        },
                        complaint -> false);
    }
}
