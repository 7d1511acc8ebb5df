package io.ams.web.ddl.mysql;

import io.ams.proto.SchemaChange;
import io.ams.proto.Truncate;
import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterCommandListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterCommandsModifierListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterListItemContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterPartitionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterTableActionsContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableOptionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableOptionsSpaceSeparatedContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DropIndexContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DropStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DropTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.RenameTableStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.StandaloneAlterCommandsContext;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Turns the tree of one statement into what it says of a shard's schema. */
final class StatementReader {
    private final SqlText text;
    private final AlterReader alter;

    StatementReader(SqlText text) {
        this.text = text;
        this.alter = new AlterReader(text);
    }

    MySqlStatement read() {
        SimpleStatementContext statement = text.statement();
        if (statement.alterStatement() != null && statement.alterStatement().alterTable() != null) {
            return alterTable(statement.alterStatement().alterTable());
        }
        if (statement.createStatement() != null && statement.createStatement().createTable() != null) {
            return CreateReader.read(statement.createStatement().createTable());
        }
        if (statement.createStatement() != null && statement.createStatement().createIndex() != null) {
            alter.nothing(statement);
            return changed(Names.of(statement
                    .createStatement()
                    .createIndex()
                    .createIndexTarget()
                    .tableRef()));
        }
        if (statement.dropStatement() != null && statement.dropStatement().dropTable() != null) {
            return dropTable(statement.dropStatement().dropTable());
        }
        if (statement.dropStatement() != null && statement.dropStatement().dropIndex() != null) {
            return dropIndex(statement.dropStatement());
        }
        if (statement.renameTableStatement() != null) {
            return renameTables(statement.renameTableStatement());
        }
        if (statement.truncateTableStatement() != null) {
            SchemaChange truncate = SchemaChange.newBuilder()
                    .setTruncate(Truncate.getDefaultInstance())
                    .build();
            TableName table = Names.of(statement.truncateTableStatement().tableRef());
            return new MySqlStatement.AlterTable(table, List.of(truncate), null);
        }
        throw StatementKinds.unknown(SqlText.words(statement));
    }

    private MySqlStatement alterTable(AlterTableContext statement) {
        TableName table = Names.of(statement.tableRef());
        actions(statement.alterTableActions());
        TableName renamedTo = alter.renamedTo();
        List<SchemaChange> changes = alter.changes().inOrder();
        return renamedTo != null && changes.isEmpty()
                ? new MySqlStatement.RenameTables(List.of(new MySqlStatement.TableRename(table, renamedTo)))
                : new MySqlStatement.AlterTable(table, changes, renamedTo);
    }

    private MySqlStatement changed(TableName table) {
        return new MySqlStatement.AlterTable(table, alter.changes().inOrder(), null);
    }

    private void actions(@Nullable AlterTableActionsContext actions) {
        if (actions == null) {
            alter.changes().nothing("no change");
            return;
        }
        if (actions.alterCommandList() != null) {
            commands(actions.alterCommandList());
        }
        modifiers(actions.alterCommandsModifierList());
        if (actions.standaloneAlterCommands() != null) {
            standalone(actions.standaloneAlterCommands());
        }
        if (actions.partitionClause() != null) {
            alter.nothing(actions.partitionClause());
        }
        if (actions.removePartitioning() != null) {
            alter.nothing(actions.removePartitioning());
        }
    }

    private void commands(AlterCommandListContext commands) {
        modifiers(commands.alterCommandsModifierList());
        AlterListContext parts = commands.alterList();
        if (parts == null) {
            return;
        }
        for (ParseTree part : parts.children) {
            if (part instanceof AlterListItemContext item) {
                alter.read(item);
            } else if (part instanceof CreateTableOptionsSpaceSeparatedContext options) {
                options.createTableOption().forEach(this::option);
            } else if (part instanceof ParserRuleContext modifier) {
                alter.nothing(modifier);
            }
        }
    }

    /** The grammar takes two words for an option and its value where they are something else. */
    private void option(CreateTableOptionContext option) {
        boolean twoWords = option.getChildCount() == 2;
        int last = option.getStop().getType();
        if (twoWords && last == MySqlLexer.TABLESPACE_SYMBOL) {
            throw otherRows(option);
        }
        boolean unpartitioned = twoWords
                && option.getStart().getType() == MySqlLexer.REMOVE_SYMBOL
                && last == MySqlLexer.PARTITIONING_SYMBOL;
        if (!unpartitioned) {
            TableOptions.check(option);
        }
        alter.nothing(option);
    }

    /** How to go about it: ALGORITHM, LOCK, VALIDATION. */
    private void modifiers(@Nullable AlterCommandsModifierListContext modifiers) {
        if (modifiers != null) {
            modifiers.alterCommandsModifier().forEach(alter::nothing);
        }
    }

    private void standalone(StandaloneAlterCommandsContext command) {
        AlterPartitionContext partition = command.alterPartition();
        boolean tablespace =
                command.TABLESPACE_SYMBOL() != null || (partition != null && partition.TABLESPACE_SYMBOL() != null);
        if (tablespace || (partition != null && partition.EXCHANGE_SYMBOL() != null)) {
            throw otherRows(command);
        }
        boolean loses = partition != null && (partition.DROP_SYMBOL() != null || partition.TRUNCATE_SYMBOL() != null);
        alter.changes().nothing(SqlText.words(command) + (loses ? " (its rows stay in the target)" : ""));
    }

    private static NotUnderstoodException otherRows(ParserRuleContext command) {
        return new NotUnderstoodException(
                "'" + SqlText.words(command) + "'",
                "it exchanges rows of the table for others that no stream shows",
                "copy the shard's rows anew, and announce nothing");
    }

    private static MySqlStatement dropTable(DropTableContext drop) {
        TableName table = Names.of(drop.tableRefList().tableRef(0));
        if (drop.TEMPORARY_SYMBOL() != null) {
            throw temporary(table);
        }
        if (drop.tableRefList().tableRef().size() > 1) {
            throw new NotUnderstoodException(
                    "'" + SqlText.words(drop) + "'",
                    "it drops several tables, and an announcement is about one",
                    "let each of the shards leave");
        }
        return new MySqlStatement.DropTable(table, drop.ifExists() != null);
    }

    private MySqlStatement dropIndex(DropStatementContext statement) {
        DropIndexContext drop = statement.dropIndex();
        if (AlterReader.isPrimary(drop.indexRef())) {
            alter.changes().dropKey();
        } else {
            alter.nothing(statement);
        }
        return changed(Names.of(drop.tableRef()));
    }

    private static MySqlStatement renameTables(RenameTableStatementContext statement) {
        return new MySqlStatement.RenameTables(statement.renamePair().stream()
                .map(pair -> new MySqlStatement.TableRename(Names.of(pair.tableRef()), Names.of(pair.tableName())))
                .toList());
    }

    static NotUnderstoodException temporary(TableName table) {
        return new NotUnderstoodException(
                "table " + table,
                "it is temporary, and only its session sees it",
                "do not announce it: it is no shard");
    }
}
