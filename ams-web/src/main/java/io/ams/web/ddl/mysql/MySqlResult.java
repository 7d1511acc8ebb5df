package io.ams.web.ddl.mysql;

/** What a text of MySQL says, or why nobody can tell. */
public sealed interface MySqlResult {
    /** Everything that the text does to a table is in the statement. */
    record Parsed(MySqlStatement statement) implements MySqlResult {}

    /**
     * Nothing of the text counts.
     *
     * @param reason what was not understood, why, and what to do
     */
    record Refused(String reason) implements MySqlResult {}
}
