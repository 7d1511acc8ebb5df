package io.ams.web.resource;

import io.ams.proto.TableRow;
import io.ams.state.View;

/** How a table stands with its upkeep, in figures and in words. */
@FunctionalInterface
public interface TableVerdicts {
    Verdict of(View view, TableRow table);

    /**
     * The verdict on one table.
     *
     * @param health 0 for urgent to 100 for nothing to do
     * @param status IDLE, PENDING, RUNNING, COMMITTING or DISABLED
     * @param reason why so, in words
     */
    record Verdict(int health, String status, String reason) {}
}
