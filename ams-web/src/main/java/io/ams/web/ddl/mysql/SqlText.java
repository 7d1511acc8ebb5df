package io.ams.web.ddl.mysql;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleStatementContext;
import java.util.Set;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.Interval;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/** One statement as a tree. To read it takes bounded time, memory and stack, whatever the text. */
final class SqlText {
    private static final int LONGEST_QUOTE = 80;

    private final SimpleStatementContext statement;
    private final Set<Integer> guarded;

    private SqlText(SimpleStatementContext statement, Set<Integer> guarded) {
        this.statement = statement;
        this.guarded = guarded;
    }

    /** Reads a text. */
    static SqlText read(String sql) {
        SqlTokens tokens = SqlTokens.of(sql);
        MySqlParser parser = new MySqlParser(new CommonTokenStream(new ListTokenSource(tokens.tokens())));
        parser.sqlModes = Set.of();
        parser.serverVersion = SqlTokens.SERVER_VERSION;
        parser.removeErrorListeners();
        parser.setErrorHandler(new BailErrorStrategy());
        parser.addParseListener(new DepthLimit());
        BoundedPrediction prediction = new BoundedPrediction(parser);
        parser.setInterpreter(prediction);
        try {
            SimpleStatementContext statement = parser.simpleStatement();
            Token next = parser.getCurrentToken();
            if (next.getType() != Token.EOF) {
                throw unexpected(next);
            }
            return new SqlText(statement, tokens.guarded());
        } catch (ParseCancellationException e) {
            throw e.getCause() instanceof RecognitionException unfit
                    ? unexpected(unfit.getOffendingToken())
                    : tooDeep(e);
        } finally {
            prediction.forgetIfLarge();
        }
    }

    SimpleStatementContext statement() {
        return statement;
    }

    /** Whether MariaDB's IF [NOT] EXISTS stood before the token. */
    boolean isGuarded(Token token) {
        return guarded.contains(token.getStartIndex());
    }

    /** A piece of the text as it was written, blanks made one and shortened to what a line holds. */
    static String words(ParserRuleContext piece) {
        Token start = piece.getStart();
        Token stop = piece.getStop();
        if (stop == null || stop.getStopIndex() < start.getStartIndex()) {
            return start.getText();
        }
        String text = start.getInputStream().getText(Interval.of(start.getStartIndex(), stop.getStopIndex()));
        return shortened(text.replaceAll("\\s+", " "));
    }

    static String shortened(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST_QUOTE
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST_QUOTE)) + "…";
    }

    private static NotUnderstoodException unexpected(Token token) {
        String what = token.getType() == Token.EOF
                ? "the end of the text"
                : "line " + token.getLine() + ", column " + (token.getCharPositionInLine() + 1) + ", at '"
                        + shortened(token.getText()) + "'";
        return new NotUnderstoodException(
                what, "the grammar of MySQL 8 has something else there", NotUnderstoodException.CHECK_TEXT);
    }

    private static NotUnderstoodException tooDeep(ParseCancellationException e) {
        return new NotUnderstoodException(
                "the statement", String.valueOf(e.getMessage()), NotUnderstoodException.USE_CHANGES);
    }
}
