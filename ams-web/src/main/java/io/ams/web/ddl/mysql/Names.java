package io.ams.web.ddl.mysql;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.DotIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.IdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.KeyListWithExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.KeyPartOrExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QualifiedIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableNameContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableRefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextOrIdentifierContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Names without their back-ticks, in the letter case of the text. */
final class Names {
    private Names() {}

    static String of(IdentifierContext identifier) {
        String text = identifier.getText();
        String name =
                text.startsWith("`") ? text.substring(1, text.length() - 1).replace("``", "`") : text;
        if (name.isEmpty()) {
            throw new NotUnderstoodException("a name", "it is empty", NotUnderstoodException.CHECK_TEXT);
        }
        return name;
    }

    /** What MySQL compares columns by. */
    static String folded(String column) {
        return column.toLowerCase(Locale.ROOT);
    }

    static TableName of(TableRefContext table) {
        return table(table.qualifiedIdentifier(), table.dotIdentifier());
    }

    static TableName of(TableNameContext table) {
        return table(table.qualifiedIdentifier(), table.dotIdentifier());
    }

    private static TableName table(
            @Nullable QualifiedIdentifierContext qualified, @Nullable DotIdentifierContext unqualified) {
        if (qualified == null) {
            return new TableName(null, unqualified == null ? "" : of(unqualified.identifier()));
        }
        String first = of(qualified.identifier());
        DotIdentifierContext second = qualified.dotIdentifier();
        return second == null ? new TableName(null, first) : new TableName(first, of(second.identifier()));
    }

    /** The name of a charset or collation, which may be quoted, in lower case. */
    static String option(@Nullable TextOrIdentifierContext name) {
        return name == null
                ? ""
                : name.getText()
                        .replace("'", "")
                        .replace("\"", "")
                        .replace("`", "")
                        .toLowerCase(Locale.ROOT);
    }

    /** The columns of a primary key. */
    static List<String> columns(KeyListWithExpressionContext key) {
        List<String> columns = new ArrayList<>();
        for (KeyPartOrExpressionContext part : key.keyPartOrExpression()) {
            if (part.keyPart() == null) {
                throw new NotUnderstoodException(
                        "the primary key", "it holds an expression", NotUnderstoodException.CHECK_TEXT);
            }
            columns.add(of(part.keyPart().identifier()));
        }
        return columns;
    }
}
