package io.ams.web.ddl.mysql;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.CharsetNameContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CollationNameContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableOptionContext;
import org.antlr.v4.runtime.ParserRuleContext;

/** Refuses the options of a table that do reach its columns or its rows, and those that nobody knows. */
final class TableOptions {
    private TableOptions() {}

    static void check(CreateTableOptionContext option) {
        if (option.UNION_SYMBOL() != null) {
            throw new NotUnderstoodException(
                    "the option " + SqlText.words(option),
                    "it makes other tables' rows those of this table",
                    "a merged table cannot be a shard: make shards of the tables in it");
        }
        boolean known = option.option != null
                || option.defaultCharset() != null
                || option.defaultCollation() != null
                || option.tsOptionAutoextendSize() != null;
        // The grammar takes any two words for an option and its value.
        if (!known) {
            throw new NotUnderstoodException(
                    "'" + SqlText.words(option) + "'",
                    "it is neither a change that is known nor an option",
                    NotUnderstoodException.CHECK_TEXT);
        }
        boolean bytes = (option.defaultCharset() != null
                        && isBinary(option.defaultCharset().charsetName()))
                || (option.defaultCollation() != null
                        && isBinary(option.defaultCollation().collationName()));
        if (bytes) {
            throw binary(option);
        }
    }

    static boolean isBinary(CharsetNameContext charset) {
        return charset.BINARY_SYMBOL() != null
                || Names.option(charset.textOrIdentifier()).equals("binary");
    }

    static boolean isBinary(CollationNameContext collation) {
        return collation.BINARY_SYMBOL() != null
                || Names.option(collation.textOrIdentifier()).equals("binary");
    }

    static NotUnderstoodException binary(ParserRuleContext charset) {
        return new NotUnderstoodException(
                "'" + SqlText.words(charset) + "'",
                "the charset binary makes bytes of the table's text columns, and which they are is not in the statement",
                NotUnderstoodException.USE_CHANGES);
    }
}
