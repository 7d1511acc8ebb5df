package io.ams.web.ddl.mysql;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/**
 * MariaDB's {@code ADD ... IF NOT EXISTS} and {@code DROP ... IF EXISTS} inside of ALTER TABLE, which the grammar of MySQL does not have.
 * IF is a reserved word: where it stands it can be nothing else. Elsewhere it is left to the grammar, which refuses it.
 */
final class ExistenceClauses {
    private static final Set<Integer> OBJECTS = Set.of(
            MySqlLexer.COLUMN_SYMBOL,
            MySqlLexer.INDEX_SYMBOL,
            MySqlLexer.KEY_SYMBOL,
            MySqlLexer.UNIQUE_SYMBOL,
            MySqlLexer.FOREIGN_SYMBOL,
            MySqlLexer.CONSTRAINT_SYMBOL);

    private ExistenceClauses() {}

    static SqlTokens strip(List<Token> tokens) {
        List<Token> kept = new ArrayList<>();
        Set<Integer> guarded = new HashSet<>();
        boolean alters = tokens.get(0).getType() == MySqlLexer.ALTER_SYMBOL;
        int i = 0;
        while (i < tokens.size()) {
            int length = alters ? clauseAt(tokens, i) : 0;
            if (length > 0 && i + length < tokens.size()) {
                i += length;
                guarded.add(tokens.get(i).getStartIndex());
            }
            kept.add(tokens.get(i));
            i++;
        }
        return new SqlTokens(kept, guarded);
    }

    private static int clauseAt(List<Token> tokens, int at) {
        if (type(tokens, at) != MySqlLexer.IF_SYMBOL) {
            return 0;
        }
        int verb = at - 1;
        while (OBJECTS.contains(type(tokens, verb))) {
            verb--;
        }
        if (type(tokens, verb) == MySqlLexer.DROP_SYMBOL && type(tokens, at + 1) == MySqlLexer.EXISTS_SYMBOL) {
            return 2;
        }
        boolean negated =
                type(tokens, at + 1) == MySqlLexer.NOT_SYMBOL && type(tokens, at + 2) == MySqlLexer.EXISTS_SYMBOL;
        return type(tokens, verb) == MySqlLexer.ADD_SYMBOL && negated ? 3 : 0;
    }

    private static int type(List<Token> tokens, int at) {
        return at >= 0 && at < tokens.size() ? tokens.get(at).getType() : Token.INVALID_TYPE;
    }
}
