package io.ams.web.ddl.mysql;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of one statement, without its comments and its semicolon. A text that is too large, that holds two statements, or that
 * different servers would read differently is refused here.
 *
 * @param guarded where the tokens start that IF [NOT] EXISTS stood before
 */
record SqlTokens(List<Token> tokens, Set<Integer> guarded) {
    /** The newest long-term release: what is meant for a later one is not passed over but refused. */
    static final int SERVER_VERSION = 80_400;

    private static final int MAX_LENGTH = 64 * 1024;
    private static final int MAX_NESTING = 32;

    static SqlTokens of(String sql) {
        if (sql.length() > MAX_LENGTH) {
            throw new NotUnderstoodException(
                    "the text", "it has more than " + MAX_LENGTH + " characters", NotUnderstoodException.USE_CHANGES);
        }
        List<Token> all = lexed(sql);
        Comments.check(all);
        List<Token> visible = new ArrayList<>();
        for (Token token : all) {
            if (token.getChannel() == Token.DEFAULT_CHANNEL && token.getType() != Token.EOF) {
                visible.add(token);
            }
        }
        List<Token> statement = single(visible);
        checkNesting(statement);
        StatementKinds.check(statement);
        return ExistenceClauses.strip(statement);
    }

    @SuppressWarnings("unchecked") // ANTLR declares the list of tokens by a wildcard.
    private static List<Token> lexed(String sql) {
        MySqlLexer lexer = new MySqlLexer(CharStreams.fromString(sql));
        lexer.sqlModes = Set.of();
        lexer.serverVersion = SERVER_VERSION;
        lexer.removeErrorListeners();
        lexer.addErrorListener(new NoSkipping());
        try {
            return (List<Token>) lexer.getAllTokens();
        } catch (NumberFormatException e) {
            // The lexer's own way to say that the number after /*! has too many digits.
            throw new NotUnderstoodException(
                    "a comment /*!", "its version is no number", NotUnderstoodException.CHECK_TEXT);
        }
    }

    private static List<Token> single(List<Token> visible) {
        int end = visible.size();
        while (end > 0 && visible.get(end - 1).getType() == MySqlLexer.SEMICOLON_SYMBOL) {
            end--;
        }
        List<Token> statement = visible.subList(0, end);
        for (Token token : statement) {
            if (token.getType() == MySqlLexer.SEMICOLON_SYMBOL) {
                throw new NotUnderstoodException(
                        "the text", "it holds several statements", "announce each of them under a number of its own");
            }
        }
        return statement;
    }

    private static void checkNesting(List<Token> tokens) {
        int depth = 0;
        for (Token token : tokens) {
            if (token.getType() == MySqlLexer.OPEN_PAR_SYMBOL) {
                depth++;
            } else if (token.getType() == MySqlLexer.CLOSE_PAR_SYMBOL) {
                depth--;
            }
            if (depth > MAX_NESTING) {
                throw new NotUnderstoodException(
                        "the statement",
                        "parentheses are nested more than " + MAX_NESTING + " deep",
                        NotUnderstoodException.USE_CHANGES);
            }
        }
    }

    /** ANTLR would leave out what starts no token and go on. */
    private static final class NoSkipping extends BaseErrorListener {
        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                @Nullable Object symbol,
                int line,
                int column,
                String message,
                @Nullable RecognitionException cause) {
            throw new NotUnderstoodException(
                    "line " + line + ", column " + (column + 1),
                    "no word of MySQL starts there, or a quote is not closed",
                    NotUnderstoodException.CHECK_TEXT);
        }
    }
}
