package io.ams.web.ddl.mysql;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprWithParenthesesContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.LiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.LiteralOrNullContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.NowOrSignedLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SignedLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SignedLiteralOrNullContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleExprListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleExprLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleExprUnaryContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.Ulong_numberContext;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/** Reads defaults. A constant counts as one in parentheses too; whatever would have to be worked out is an expression. */
final class DefaultReader {
    private DefaultReader() {}

    static DefaultClause of(NowOrSignedLiteralContext value) {
        return value.now() != null ? DefaultClause.expression() : of(value.signedLiteralOrNull());
    }

    static DefaultClause of(SignedLiteralOrNullContext value) {
        SignedLiteralContext signed = value.signedLiteral();
        if (signed == null) {
            return DefaultClause.none();
        }
        if (signed.literal() != null) {
            return of(signed.literal());
        }
        return signed(DefaultClause.of(number(signed.ulong_number())), signed.MINUS_OPERATOR() != null);
    }

    /** Goes down as long as there is one way to go. */
    static DefaultClause of(ExprWithParenthesesContext parentheses) {
        ParseTree node = parentheses.expr();
        boolean sign = false;
        boolean negative = false;
        while (true) {
            if (node instanceof SimpleExprLiteralContext literal) {
                DefaultClause found = of(literal.literalOrNull());
                return sign ? signed(found, negative) : found;
            }
            if (node instanceof SimpleExprListContext list
                    && list.ROW_SYMBOL() == null
                    && list.exprList().expr().size() == 1) {
                node = list.exprList().expr(0);
            } else if (node instanceof SimpleExprUnaryContext unary && unary.BITWISE_NOT_OPERATOR() == null) {
                sign = true;
                negative ^= unary.MINUS_OPERATOR() != null;
                node = unary.simpleExpr();
            } else if (node.getChildCount() == 1) {
                node = node.getChild(0);
            } else {
                return DefaultClause.expression();
            }
        }
    }

    private static DefaultClause of(LiteralOrNullContext value) {
        return value.literal() == null ? DefaultClause.none() : of(value.literal());
    }

    private static DefaultClause of(LiteralContext literal) {
        if (literal.nullLiteral() != null) {
            return DefaultClause.none();
        }
        return DefaultClause.of(constant(literal));
    }

    private static Constant constant(LiteralContext literal) {
        if (literal.textLiteral() != null) {
            return new Constant.Text(Strings.of(literal.textLiteral()));
        }
        if (literal.numLiteral() != null) {
            return number(literal.numLiteral().getText());
        }
        if (literal.boolLiteral() != null) {
            boolean isTrue = literal.boolLiteral().TRUE_SYMBOL() != null;
            return new Constant.Numeral(isTrue ? BigDecimal.ONE : BigDecimal.ZERO, false);
        }
        if (literal.temporalLiteral() != null) {
            return new Constant.Text(Strings.unquoted(
                    literal.temporalLiteral().SINGLE_QUOTED_TEXT().getText()));
        }
        return bits(literal);
    }

    private static Constant bits(LiteralContext literal) {
        TerminalNode charset = literal.UNDERSCORE_CHARSET();
        boolean utf8 = charset != null && Strings.isUtf8(charset.getText());
        TerminalNode hex = literal.HEX_NUMBER();
        return hex != null
                ? bits(digits(hex.getText()), 16, utf8)
                : bits(digits(literal.BIN_NUMBER().getText()), 2, utf8);
    }

    private static Constant bits(String digits, int radix, boolean utf8) {
        int perByte = radix == 2 ? Byte.SIZE : 2;
        return new Constant.Bits(new BigInteger(digits, radix), (digits.length() + perByte - 1) / perByte, utf8);
    }

    /** Between the quotes of x'..', or after 0x. */
    private static String digits(String written) {
        return written.startsWith("0") ? written.substring(2) : written.substring(2, written.length() - 1);
    }

    private static Constant number(Ulong_numberContext number) {
        TerminalNode hex = number.HEX_NUMBER();
        return hex == null ? number(number.getText()) : bits(digits(hex.getText()), 16, false);
    }

    private static Constant number(String written) {
        BigDecimal value = Constant.Text.parsed(written)
                .orElseThrow(() -> new NotUnderstoodException(
                        "the number " + SqlText.shortened(written),
                        "it is beyond the range of every type",
                        NotUnderstoodException.CHECK_TEXT));
        return new Constant.Numeral(value, written.indexOf('e') >= 0 || written.indexOf('E') >= 0);
    }

    /** A sign before anything but a number makes an expression of it. */
    private static DefaultClause signed(DefaultClause clause, boolean negative) {
        @Nullable Constant constant = clause.constant();
        if (constant instanceof Constant.Bits bits && bits.number().isPresent()) {
            return signed(DefaultClause.of(new Constant.Numeral(bits.number().get(), false)), negative);
        }
        if (!(constant instanceof Constant.Numeral number)) {
            return constant == null && !clause.computed() ? clause : DefaultClause.expression();
        }
        BigDecimal value = negative ? number.value().negate() : number.value();
        return DefaultClause.of(new Constant.Numeral(value, number.floating()));
    }
}
