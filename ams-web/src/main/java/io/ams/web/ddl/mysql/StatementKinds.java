package io.ams.web.ddl.mysql;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.Token;

/** Refuses by their first words statements that are not about a table's columns, before anything is spent on them. */
final class StatementKinds {
    private static final int WORDS_LOOKED_AT = 3;

    private static final Set<Integer> VERBS =
            Set.of(MySqlLexer.ALTER_SYMBOL, MySqlLexer.CREATE_SYMBOL, MySqlLexer.DROP_SYMBOL, MySqlLexer.RENAME_SYMBOL);
    private static final Set<Integer> OBJECTS =
            Set.of(MySqlLexer.TABLE_SYMBOL, MySqlLexer.TABLES_SYMBOL, MySqlLexer.INDEX_SYMBOL);

    private StatementKinds() {}

    static void check(List<Token> tokens) {
        if (tokens.isEmpty()) {
            throw new NotUnderstoodException("the text", "it holds no statement", NotUnderstoodException.CHECK_TEXT);
        }
        List<Token> first = tokens.subList(0, Math.min(tokens.size(), WORDS_LOOKED_AT));
        int verb = first.get(0).getType();
        boolean ofTable = first.stream().anyMatch(token -> OBJECTS.contains(token.getType()));
        if (verb != MySqlLexer.TRUNCATE_SYMBOL && !(VERBS.contains(verb) && ofTable)) {
            throw unknown(first.stream().map(Token::getText).collect(Collectors.joining(" ")));
        }
    }

    static NotUnderstoodException unknown(String words) {
        return new NotUnderstoodException(
                "'" + SqlText.shortened(words) + "'",
                "only statements that alter, create, drop, rename or truncate a table, or make or drop its indexes, are understood",
                "do not announce it if it changes no column of the shard, or " + NotUnderstoodException.USE_CHANGES);
    }
}
