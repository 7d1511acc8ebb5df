package io.ams.web.ddl.mysql;

import io.ams.proto.AddColumn;
import io.ams.proto.ColumnDefault;
import io.ams.proto.Identifier;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A result in a line, short enough for a table of tests: {@code +c:int!='1'} is a required column c with the default 1, {@code -c} one
 * that goes, {@code a>b} a rename, {@code ~} what has no effect.
 */
final class Shown {
    private Shown() {}

    /** What an ALTER TABLE on a table t does. */
    static String changes(String spec) {
        return statement("ALTER TABLE t " + spec);
    }

    static String statement(String sql) {
        return result(MySqlDdl.parse(sql));
    }

    static String result(MySqlResult result) {
        return result instanceof MySqlResult.Refused refused
                ? "refused: " + refused.reason()
                : statement(((MySqlResult.Parsed) result).statement());
    }

    private static String statement(MySqlStatement statement) {
        if (statement instanceof MySqlStatement.AlterTable alter) {
            String name = alter.table().toString().equals("t") ? "" : alter.table() + ": ";
            String renamed = alter.renamedTo() == null ? "" : "; now " + alter.renamedTo();
            return name + alter.changes().stream().map(Shown::change).collect(Collectors.joining("; ")) + renamed;
        }
        if (statement instanceof MySqlStatement.CreateTable create) {
            return "create " + create.table() + (create.ifAbsent() ? "?" : "") + " " + schema(create.schema());
        }
        if (statement instanceof MySqlStatement.DropTable drop) {
            return "drop " + drop.table() + (drop.ifPresent() ? "?" : "");
        }
        return "rename "
                + ((MySqlStatement.RenameTables) statement)
                        .renames().stream()
                                .map(rename -> rename.from() + ">" + rename.to())
                                .collect(Collectors.joining(", "));
    }

    static String schema(ShardSchema schema) {
        return schema.getColumnsList().stream().map(Shown::column).collect(Collectors.joining(" "))
                + (schema.hasIdentifier() ? " " + key(schema.getIdentifier()) : "");
    }

    static String change(SchemaChange change) {
        return switch (change.getChangeCase()) {
            case ADD -> added(change.getAdd());
            case DROP ->
                "-" + path(change.getDrop().getPathList()) + (change.getDrop().getIfPresent() ? "?" : "");
            case RENAME ->
                change.getRename().getColumnsList().stream()
                        .map(column -> path(column.getPathList()) + ">" + column.getNewName())
                        .collect(Collectors.joining(","));
            case TYPE ->
                path(change.getType().getPathList()) + ":" + change.getType().getType();
            case NULLABILITY ->
                path(change.getNullability().getPathList())
                        + (change.getNullability().getRequired() ? "!" : "?");
            case DEFAULT ->
                path(change.getDefault().getPathList())
                        + (change.getDefault().hasDefault()
                                ? value(change.getDefault().getDefault())
                                : "=none");
            case COMMENT ->
                path(change.getComment().getPathList())
                        + "//"
                        + change.getComment().getComment();
            case IDENTIFIER -> key(change.getIdentifier().getIdentifier());
            case NO_EFFECT -> "~" + change.getNoEffect().getWhat();
            case TRUNCATE -> "truncate";
            case CHANGE_NOT_SET -> throw new AssertionError("an empty change");
        };
    }

    private static String added(AddColumn added) {
        return "+"
                + column(added.getColumn())
                + (added.hasExisting() ? " was" + value(added.getExisting()) : "")
                + (added.getIfAbsent() ? " if absent" : "")
                + (added.getComment().isEmpty() ? "" : " //" + added.getComment());
    }

    private static String column(ShardColumn column) {
        return column.getName()
                + ":"
                + column.getType()
                + (column.getRequired() ? "!" : "")
                + (column.hasDefault() ? value(column.getDefault()) : "");
    }

    private static String value(ColumnDefault value) {
        return switch (value.getKindCase()) {
            case LITERAL -> "='" + value.getLiteral() + "'";
            case COMPUTED -> "=computed";
            case GENERATED -> "=generated";
            case KIND_NOT_SET -> throw new AssertionError("an empty default");
        };
    }

    private static String key(Identifier identifier) {
        return "key("
                + identifier.getColumnsList().stream()
                        .map(column -> path(column.getNamesList()))
                        .collect(Collectors.joining(","))
                + ")";
    }

    private static String path(List<String> names) {
        return String.join(".", names);
    }
}
