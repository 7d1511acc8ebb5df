package io.ams.web.ddl.mysql;

/**
 * Reads DDL as MySQL 8 does in its default SQL mode. A text is understood as a whole or refused as a whole: nothing is guessed, and
 * nothing is passed over that could matter to a column.
 */
public final class MySqlDdl {
    private MySqlDdl() {}

    /**
     * What one statement says. A default set by {@code ALTER COLUMN} is given as it is written, because its type is not known: the text
     * of a string, the digits of a number.
     */
    public static MySqlResult parse(String sql) {
        try {
            return new MySqlResult.Parsed(new StatementReader(SqlText.read(sql)).read());
        } catch (NotUnderstoodException e) {
            return new MySqlResult.Refused(e.getMessage());
        }
    }
}
