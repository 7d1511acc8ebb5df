package io.ams.web.ddl.mysql;

import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.antlr.v4.runtime.tree.ErrorNode;
import org.antlr.v4.runtime.tree.ParseTreeListener;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Ends a parse before it overflows the stack: every rule that is entered is a call. */
final class DepthLimit implements ParseTreeListener {
    /** Parentheses take about eight rules each; a thread's usual stack holds some 1,800. */
    private static final int MAX_DEPTH = 400;

    private int depth;

    @Override
    public void enterEveryRule(ParserRuleContext rule) {
        depth++;
        if (depth > MAX_DEPTH) {
            throw new ParseCancellationException("an expression is nested too deeply");
        }
    }

    @Override
    public void exitEveryRule(ParserRuleContext rule) {
        depth--;
    }

    @Override
    public void visitTerminal(TerminalNode node) {}

    @Override
    public void visitErrorNode(ErrorNode node) {}
}
