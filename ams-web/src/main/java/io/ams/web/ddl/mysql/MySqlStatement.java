package io.ams.web.ddl.mysql;

import io.ams.proto.SchemaChange;
import io.ams.proto.ShardSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One statement, as far as a shard's schema goes. */
public sealed interface MySqlStatement {
    /**
     * Changes of a table: ALTER TABLE, TRUNCATE, CREATE INDEX, DROP INDEX.
     *
     * @param changes to be made one after the other
     * @param renamedTo the name that the table has afterwards, if the statement changes that too
     */
    record AlterTable(
            TableName table,
            List<SchemaChange> changes,
            @Nullable TableName renamedTo) implements MySqlStatement {
        public AlterTable {
            changes = List.copyOf(changes);
        }
    }

    /**
     * A new table.
     *
     * @param ifAbsent the table may have been there, with columns that the text does not tell
     */
    record CreateTable(TableName table, ShardSchema schema, boolean ifAbsent) implements MySqlStatement {}

    /**
     * A table goes.
     *
     * @param ifPresent it may not have been there
     */
    record DropTable(TableName table, boolean ifPresent) implements MySqlStatement {}

    /** Tables get other names, one after the other. */
    record RenameTables(List<TableRename> renames) implements MySqlStatement {
        public RenameTables {
            renames = List.copyOf(renames);
        }
    }

    /** A table and its next name. */
    record TableRename(TableName from, TableName to) {}
}
