package io.ams.web.ddl.mysql;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import java.util.List;
import org.antlr.v4.runtime.Token;

/** Refuses comments that one server obeys and another passes over, and such as do not end. */
final class Comments {
    private Comments() {}

    static void check(List<Token> tokens) {
        int open = 0;
        for (Token token : tokens) {
            switch (token.getType()) {
                case MySqlLexer.MYSQL_COMMENT_START -> open++;
                case MySqlLexer.VERSION_COMMENT_START -> {
                    checkVersion(token);
                    open++;
                }
                case MySqlLexer.VERSION_COMMENT_END -> open--;
                case MySqlLexer.BLOCK_COMMENT -> checkServer(token);
                case MySqlLexer.INVALID_BLOCK_COMMENT -> throw unclosed();
                default -> {}
            }
        }
        if (open != 0) {
            throw unclosed();
        }
    }

    /** A comment for a release that is not known comes as one token, its end included. */
    private static void checkVersion(Token comment) {
        if (comment.getText().endsWith("*/")) {
            throw new NotUnderstoodException(
                    "the comment '" + SqlText.shortened(comment.getText()) + "'",
                    "whether it counts depends on the release of MySQL",
                    "leave it out if the server passed over it, or take its content out of the comment");
        }
    }

    private static void checkServer(Token comment) {
        if (comment.getText().startsWith("/*M!")) {
            throw new NotUnderstoodException(
                    "the comment '" + SqlText.shortened(comment.getText()) + "'",
                    "MariaDB obeys it and MySQL does not",
                    "leave it out if the server is MySQL, or take its content out of the comment");
        }
    }

    private static NotUnderstoodException unclosed() {
        return new NotUnderstoodException("a comment", "it is not closed", NotUnderstoodException.CHECK_TEXT);
    }
}
