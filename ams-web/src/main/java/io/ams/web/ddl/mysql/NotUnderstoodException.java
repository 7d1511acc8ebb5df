package io.ams.web.ddl.mysql;

/** Ends the reading of a text; its message is the reason of the refusal. Never leaves this package. */
final class NotUnderstoodException extends RuntimeException {
    /** What to do where SQL cannot say it but the API can. */
    static final String USE_CHANGES = "announce it as schema changes instead of SQL";

    /** What to do where the text is at fault. */
    static final String CHECK_TEXT = "send the text as MySQL 8 accepted it, or " + USE_CHANGES;

    NotUnderstoodException(String what, String why, String remedy) {
        // Control flow: nobody reads the stack.
        super(what + ": " + why + "; " + remedy, null, false, false);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
