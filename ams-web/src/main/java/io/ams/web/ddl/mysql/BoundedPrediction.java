package io.ams.web.ddl.mysql;

import java.util.Set;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.atn.ATNConfig;
import org.antlr.v4.runtime.atn.ATNConfigSet;
import org.antlr.v4.runtime.atn.ParserATNSimulator;
import org.antlr.v4.runtime.atn.PredictionContextCache;
import org.antlr.v4.runtime.dfa.DFA;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/**
 * ANTLR's choice between alternatives, with an end to the looking ahead. What it learns from a text it keeps for all parsers of the
 * grammar, which makes the second statement of a kind some hundred times faster than the first; left alone, that memory grows for ever.
 */
final class BoundedPrediction extends ParserATNSimulator {
    /** A table with a hundred generated columns takes half of it; all of it takes half a second. */
    private static final int MAX_STEPS = 2_000_000;

    /** Some 50 MB; usual statements of all kinds together leave a third of it. */
    private static final int MAX_STATES = 10_000;

    private int steps;

    BoundedPrediction(Parser parser) {
        super(parser, parser.getATN(), parser.getInterpreter().decisionToDFA, new PredictionContextCache());
    }

    @Override
    protected void closure_(
            ATNConfig config,
            ATNConfigSet configs,
            Set<ATNConfig> closureBusy,
            boolean collectPredicates,
            boolean fullCtx,
            int depth,
            boolean treatEofAsEpsilon) {
        steps++;
        if (steps > MAX_STEPS) {
            throw new ParseCancellationException("it can be read in too many ways");
        }
        super.closure_(config, configs, closureBusy, collectPredicates, fullCtx, depth, treatEofAsEpsilon);
    }

    /** To be called after each parse. */
    void forgetIfLarge() {
        if (steps == 0) {
            return;
        }
        long states = 0;
        for (DFA decision : decisionToDFA) {
            states += decision.states.size();
        }
        if (states > MAX_STATES) {
            clearDFA();
        }
    }
}
