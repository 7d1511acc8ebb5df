package io.ams.web.ddl.mysql;

import org.jspecify.annotations.Nullable;

/**
 * What stands after DEFAULT.
 *
 * @param constant the value; {@code null} for NULL and for what is computed
 * @param computed an expression, or the present time
 */
record DefaultClause(@Nullable Constant constant, boolean computed) {
    static DefaultClause of(Constant constant) {
        return new DefaultClause(constant, false);
    }

    static DefaultClause none() {
        return new DefaultClause(null, false);
    }

    static DefaultClause expression() {
        return new DefaultClause(null, true);
    }
}
