package io.ams.web.ddl.mysql;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ColumnAttributeContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldDefinitionContext;
import org.jspecify.annotations.Nullable;

/** Reads the definition of one column. */
final class ColumnReader {
    private final String name;
    private final FieldDefinitionContext definition;
    private boolean required;
    private boolean primaryKey;
    private boolean counter;
    private boolean binaryCollation;
    private @Nullable DefaultClause clause;
    private @Nullable String comment;

    private ColumnReader(String name, FieldDefinitionContext definition) {
        this.name = name;
        this.definition = definition;
    }

    static ColumnText read(String name, FieldDefinitionContext definition) {
        return new ColumnReader(name, definition).read();
    }

    private ColumnText read() {
        binaryCollation = definition.collate() != null
                && TableOptions.isBinary(definition.collate().collationName());
        if (definition.dataType().SERIAL_SYMBOL() != null) {
            count();
        }
        for (ColumnAttributeContext attribute : definition.columnAttribute()) {
            read(attribute);
        }
        MySqlType type = new TypeReader(name, definition.dataType(), binaryCollation).read();
        return new ColumnText(name, type, required || primaryKey, primaryKey, source(), clause, comment);
    }

    /** Position, keys other than the primary one, checks, storage and visibility do not reach the column's values. */
    private void read(ColumnAttributeContext attribute) {
        if (attribute.nullLiteral() != null) {
            required = attribute.NOT_SYMBOL() != null;
        } else if (attribute.collate() != null) {
            binaryCollation = TableOptions.isBinary(attribute.collate().collationName());
        } else if (attribute.value != null) {
            switch (attribute.value.getType()) {
                case MySqlLexer.DEFAULT_SYMBOL ->
                    clause = attribute.exprWithParentheses() != null
                            ? DefaultReader.of(attribute.exprWithParentheses())
                            : DefaultReader.of(attribute.nowOrSignedLiteral());
                case MySqlLexer.AUTO_INCREMENT_SYMBOL, MySqlLexer.SERIAL_SYMBOL -> count();
                case MySqlLexer.KEY_SYMBOL -> primaryKey = true;
                case MySqlLexer.COMMENT_SYMBOL -> comment = Strings.of(attribute.textLiteral());
                default -> {}
            }
        }
    }

    /** A counter is never NULL, whether the text says so or not. */
    private void count() {
        counter = true;
        required = true;
    }

    private ColumnText.Source source() {
        if (definition.AS_SYMBOL() != null) {
            return definition.STORED_SYMBOL() != null ? ColumnText.Source.STORED : ColumnText.Source.VIRTUAL;
        }
        return counter ? ColumnText.Source.COUNTER : ColumnText.Source.ROWS;
    }
}
