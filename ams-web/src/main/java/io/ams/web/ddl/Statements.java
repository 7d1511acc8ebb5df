package io.ams.web.ddl;

import io.ams.ddl.protocol.Change;
import io.ams.ddl.protocol.Schema;
import io.ams.op.ErrorCode;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardSchema;
import io.ams.raft.AmsException;
import io.ams.web.ddl.mysql.MySqlDdl;
import io.ams.web.ddl.mysql.MySqlResult;
import io.ams.web.ddl.mysql.MySqlStatement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes and schemas that come either spelled out or as a statement of the upstream database. */
public final class Statements {
    private Statements() {}

    /** The changes, from one of the two; BAD_REQUEST for both or neither, DDL_STATEMENT_REFUSED for another statement. */
    public static List<SchemaChange> changes(@Nullable List<Change> spelled, @Nullable String sql) {
        if ((spelled == null) == (sql == null)) {
            throw IncomingSchemas.bad("give the changes either as changes or as sql");
        }
        if (spelled != null) {
            return IncomingChanges.changes(spelled);
        }
        MySqlStatement statement = parsed(IncomingSchemas.given(sql, "sql"));
        if (statement instanceof MySqlStatement.AlterTable alter && alter.renamedTo() == null) {
            return alter.changes();
        }
        throw refused("it changes more or other than one table's columns; a shard that is created joins, one that is"
                + " dropped leaves, and one that is renamed is rebound");
    }

    /** The schema, from one of the two, if there is any. */
    public static Optional<ShardSchema> schema(@Nullable Schema spelled, @Nullable String createTable) {
        if (spelled != null && createTable != null) {
            throw IncomingSchemas.bad("give the schema either as schema or as createTable");
        }
        if (spelled != null) {
            return Optional.of(IncomingSchemas.schema(spelled));
        }
        if (createTable == null) {
            return Optional.empty();
        }
        if (parsed(createTable) instanceof MySqlStatement.CreateTable create) {
            return Optional.of(create.schema());
        }
        throw refused("a shard's schema is told by a CREATE TABLE statement");
    }

    private static MySqlStatement parsed(String sql) {
        MySqlResult result = MySqlDdl.parse(sql);
        if (result instanceof MySqlResult.Refused no) {
            throw refused(no.reason());
        }
        return ((MySqlResult.Parsed) result).statement();
    }

    private static AmsException refused(String reason) {
        return new AmsException(ErrorCode.DDL_STATEMENT_REFUSED, "the statement is not carried over: " + reason);
    }
}
