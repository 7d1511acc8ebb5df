package io.ams.web.ddl.mysql;

import io.ams.proto.ShardSchema;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableOptionsEtcContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableConstraintDefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableElementContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one CREATE TABLE. Virtual columns are left out: no row holds them. */
final class CreateReader {
    private final CreateTableContext create;
    private final Map<String, ColumnText> columns = new LinkedHashMap<>();
    private @Nullable List<String> key;

    private CreateReader(CreateTableContext create) {
        this.create = create;
    }

    static MySqlStatement read(CreateTableContext create) {
        return new CreateReader(create).read();
    }

    private MySqlStatement read() {
        TableName table = Names.of(create.tableName());
        checkSource(table);
        for (TableElementContext element : create.tableElementList().tableElement()) {
            if (element.tableConstraintDef() != null) {
                constraint(element.tableConstraintDef());
            } else {
                column(element);
            }
        }
        return new MySqlStatement.CreateTable(table, schema(), create.ifNotExists() != null);
    }

    private void checkSource(TableName table) {
        if (create.TEMPORARY_SYMBOL() != null) {
            throw StatementReader.temporary(table);
        }
        CreateTableOptionsEtcContext rest = create.createTableOptionsEtc();
        boolean query = rest != null
                && rest.createPartitioningEtc() != null
                && rest.createPartitioningEtc().duplicateAsQe() != null;
        if (create.LIKE_SYMBOL() != null || create.tableElementList() == null || query) {
            throw new NotUnderstoodException(
                    "table " + table,
                    "its columns are those of another table or query, which the statement does not show",
                    "give the table's full definition, as SHOW CREATE TABLE prints it");
        }
        if (rest != null && rest.createTableOptions() != null) {
            rest.createTableOptions().createTableOption().forEach(TableOptions::check);
        }
    }

    private void column(TableElementContext element) {
        String name = Names.of(element.columnDefinition().columnName().identifier());
        ColumnText column = ColumnReader.read(name, element.columnDefinition().fieldDefinition());
        if (columns.putIfAbsent(Names.folded(name), column) != null) {
            throw new NotUnderstoodException(
                    "column " + name, "the table has two of that name", NotUnderstoodException.CHECK_TEXT);
        }
        if (column.primaryKey()) {
            key(List.of(name));
        }
    }

    private void constraint(TableConstraintDefContext constraint) {
        if (constraint.PRIMARY_SYMBOL() != null) {
            key(Names.columns(constraint.keyListWithExpression()));
        }
    }

    private void key(List<String> named) {
        if (key != null) {
            throw new NotUnderstoodException("the primary key", "the table has two", NotUnderstoodException.CHECK_TEXT);
        }
        key = named;
    }

    private ShardSchema schema() {
        List<String> keyColumns = (key == null ? List.<String>of() : key)
                .stream().map(this::inKey).toList();
        ShardSchema.Builder schema = ShardSchema.newBuilder();
        // A table without a primary key says that it has none.
        schema.setIdentifier(ChangeList.identifier(keyColumns));
        columns.values().stream()
                .filter(column -> !column.isVirtual())
                .map(column -> keyColumns.contains(column.name()) ? column.asRequired() : column)
                .forEach(column -> schema.addColumns(column.column()));
        return schema.build();
    }

    /** A column of the key, as its definition spells it. */
    private String inKey(String name) {
        ColumnText column = columns.get(Names.folded(name));
        if (column == null || column.isVirtual()) {
            throw new NotUnderstoodException(
                    "the primary key", "there is no stored column " + name, NotUnderstoodException.CHECK_TEXT);
        }
        return column.name();
    }
}
