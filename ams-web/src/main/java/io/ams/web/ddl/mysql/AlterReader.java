package io.ams.web.ddl.mysql;

import io.ams.proto.ChangeComment;
import io.ams.proto.ChangeDefault;
import io.ams.proto.ChangeNullability;
import io.ams.proto.ChangeType;
import io.ams.proto.ColumnDefault;
import io.ams.proto.SchemaChange;
import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterListItemContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldDefinitionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableConstraintDefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableElementContext;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Reads the parts of one ALTER TABLE. */
final class AlterReader {
    private static final String PRIMARY = "primary";

    private final SqlText text;
    private final ChangeList changes = new ChangeList();
    private @Nullable TableName renamedTo;

    AlterReader(SqlText text) {
        this.text = text;
    }

    ChangeList changes() {
        return changes;
    }

    @Nullable
    TableName renamedTo() {
        return renamedTo;
    }

    void read(AlterListItemContext item) {
        switch (item.getStart().getType()) {
            case MySqlLexer.ADD_SYMBOL -> add(item);
            case MySqlLexer.CHANGE_SYMBOL ->
                redefine(
                        Names.of(item.columnInternalRef().identifier()),
                        Names.of(item.identifier()),
                        item.fieldDefinition());
            case MySqlLexer.MODIFY_SYMBOL -> {
                String column = Names.of(item.columnInternalRef().identifier());
                redefine(column, column, item.fieldDefinition());
            }
            case MySqlLexer.DROP_SYMBOL -> drop(item);
            case MySqlLexer.ALTER_SYMBOL -> alter(item);
            case MySqlLexer.RENAME_SYMBOL -> rename(item);
            case MySqlLexer.CONVERT_SYMBOL -> convert(item);
            case MySqlLexer.DISABLE_SYMBOL,
                    MySqlLexer.ENABLE_SYMBOL,
                    MySqlLexer.FORCE_SYMBOL,
                    MySqlLexer.ORDER_SYMBOL -> nothing(item);
            default ->
                throw new NotUnderstoodException(
                        "'" + SqlText.words(item) + "'",
                        "such a change is not known",
                        NotUnderstoodException.USE_CHANGES);
        }
    }

    /** A part that reaches neither columns nor rows. */
    void nothing(ParserRuleContext part) {
        changes.nothing(SqlText.words(part));
    }

    private void add(AlterListItemContext item) {
        if (item.tableConstraintDef() != null) {
            add(item.tableConstraintDef(), item);
        } else if (item.tableElementList() != null) {
            boolean ifAbsent = text.isGuarded(item.OPEN_PAR_SYMBOL().getSymbol());
            item.tableElementList().tableElement().forEach(element -> add(element, ifAbsent));
        } else {
            changes.add(
                    ColumnReader.read(Names.of(item.identifier()), item.fieldDefinition()),
                    text.isGuarded(item.identifier().getStart()));
        }
    }

    private void add(TableElementContext element, boolean ifAbsent) {
        if (element.tableConstraintDef() != null) {
            add(element.tableConstraintDef(), element);
        } else {
            String name = Names.of(element.columnDefinition().columnName().identifier());
            changes.add(ColumnReader.read(name, element.columnDefinition().fieldDefinition()), ifAbsent);
        }
    }

    private void add(TableConstraintDefContext constraint, ParserRuleContext whole) {
        if (constraint.PRIMARY_SYMBOL() != null) {
            changes.addKey(Names.columns(constraint.keyListWithExpression()));
        } else {
            nothing(whole);
        }
    }

    /** The whole definition is given anew: what it does not say the column no longer has. Only a comment that is not given stays. */
    private void redefine(String from, String to, FieldDefinitionContext definition) {
        ColumnText column = ColumnReader.read(to, definition);
        if (column.isVirtual()) {
            // MySQL makes no column virtual that was not: no row ever held this one.
            changes.touch(from);
            changes.nothing("virtual column " + to);
            return;
        }
        if (from.equals(to)) {
            changes.touch(from);
        } else {
            changes.rename(from, to);
        }
        changes.alter(SchemaChange.newBuilder()
                .setType(ChangeType.newBuilder()
                        .addPath(to)
                        .setType(column.type().iceberg()))
                .build());
        changes.alter(SchemaChange.newBuilder()
                .setNullability(ChangeNullability.newBuilder().addPath(to).setRequired(column.required()))
                .build());
        setDefault(to, column.columnDefault().orElse(null));
        if (column.comment() != null) {
            changes.alter(SchemaChange.newBuilder()
                    .setComment(ChangeComment.newBuilder().addPath(to).setComment(column.comment()))
                    .build());
        }
        if (column.primaryKey()) {
            changes.addKey(List.of(to));
        }
    }

    private void setDefault(String column, @Nullable ColumnDefault value) {
        ChangeDefault.Builder change = ChangeDefault.newBuilder().addPath(column);
        if (value != null) {
            change.setDefault(value);
        }
        changes.alter(SchemaChange.newBuilder().setDefault(change).build());
    }

    private void drop(AlterListItemContext item) {
        if (item.PRIMARY_SYMBOL() != null || isPrimary(item)) {
            changes.dropKey();
        } else if (item.columnInternalRef() != null && item.FOREIGN_SYMBOL() == null) {
            changes.drop(
                    Names.of(item.columnInternalRef().identifier()),
                    text.isGuarded(item.columnInternalRef().getStart()));
        } else {
            nothing(item);
        }
    }

    /** The primary key is an index, and a constraint, of that name. */
    private static boolean isPrimary(AlterListItemContext item) {
        return (item.indexRef() != null && isPrimary(item.indexRef()))
                || (item.CONSTRAINT_SYMBOL() != null && isPrimary(item.identifier()));
    }

    static boolean isPrimary(ParserRuleContext index) {
        return Names.folded(index.getText().replace("`", "")).equals(PRIMARY);
    }

    private void alter(AlterListItemContext item) {
        if (item.columnInternalRef() == null || item.visibility() != null) {
            nothing(item);
            return;
        }
        String column = Names.of(item.columnInternalRef().identifier());
        changes.touch(column);
        if (item.exprWithParentheses() != null) {
            setDefault(column, value(column, DefaultReader.of(item.exprWithParentheses())));
        } else if (item.signedLiteralOrNull() != null) {
            setDefault(column, value(column, DefaultReader.of(item.signedLiteralOrNull())));
        } else {
            setDefault(column, null);
        }
    }

    private @Nullable ColumnDefault value(String column, DefaultClause clause) {
        if (clause.computed()) {
            return ColumnDefault.newBuilder().setComputed(true).build();
        }
        Constant constant = clause.constant();
        if (constant == null) {
            return null;
        }
        String literal = constant.text().orElseThrow(() -> unclear(column));
        return ColumnDefault.newBuilder().setLiteral(literal).build();
    }

    private static NotUnderstoodException unclear(String column) {
        return new NotUnderstoodException(
                "column " + column + ": its default",
                "what the value means depends on the column's type, which the statement does not say",
                "announce the column's whole definition (MODIFY), or " + NotUnderstoodException.USE_CHANGES);
    }

    private void rename(AlterListItemContext item) {
        if (item.columnInternalRef() != null) {
            renameColumn(item);
        } else if (item.tableName() == null) {
            nothing(item);
        } else if (renamedTo == null) {
            renamedTo = Names.of(item.tableName());
        } else {
            throw new NotUnderstoodException(
                    "'" + SqlText.words(item) + "'",
                    "the statement gives the table two names",
                    NotUnderstoodException.CHECK_TEXT);
        }
    }

    private void renameColumn(AlterListItemContext item) {
        String from = Names.of(item.columnInternalRef().identifier());
        String to = Names.of(item.identifier());
        if (from.equals(to)) {
            changes.touch(from);
            nothing(item);
        } else {
            changes.rename(from, to);
        }
    }

    private void convert(AlterListItemContext item) {
        boolean bytes = (item.charsetName() != null && TableOptions.isBinary(item.charsetName()))
                || (item.collate() != null
                        && TableOptions.isBinary(item.collate().collationName()));
        if (bytes) {
            throw TableOptions.binary(item);
        }
        nothing(item);
    }
}
