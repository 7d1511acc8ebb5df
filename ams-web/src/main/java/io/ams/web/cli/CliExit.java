package io.ams.web.cli;

/** What {@code bin/ams} returns. {@code docs/exit-codes.md} is made from it. */
enum CliExit {
    OK(0, "Done, and what it shows is well."),
    FAILED(1, "AMS refused, or what was asked for went wrong or is blocked: the message holds the reason."),
    USAGE(2, "An option or argument is unknown, missing or cannot be read."),
    UNREACHABLE(4, "No node answered."),
    UNHEALTHY(5, "The cluster answered, but is not whole: no leader, or a member out of reach."),
    NOT_IN_TIME(6, "What the command waits for did not come within its time. It may still come.");

    private final int code;
    private final String meaning;

    CliExit(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    int code() {
        return code;
    }

    String meaning() {
        return meaning;
    }
}
