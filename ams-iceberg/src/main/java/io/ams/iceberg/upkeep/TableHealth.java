package io.ams.iceberg.upkeep;

import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.TableBacklog;
import io.ams.proto.TableRow;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a table stands and what is to be done about it, from what the state says, without opening the table. Pure: the same on
 * every node.
 *
 * @param reason why, in words
 * @param health 0 to 100: 60 points for few files that upkeep has not seen, 40 for few delete files
 * @param dueAtMillis when it becomes {@link Status#PENDING} by the passing of time alone
 */
public record TableHealth(Status status, String reason, int health, OptionalLong dueAtMillis) {
    /** What upkeep has to do with the table. */
    public enum Status {
        IDLE,
        /** There is work to be planned. */
        PENDING,
        /** Workers are on it. */
        RUNNING,
        /** Workers are done, the owner commits. */
        COMMITTING,
        DISABLED
    }

    private static final int FILE_POINTS = 60;
    private static final int DELETE_POINTS = 40;
    /** So many times the number of files that triggers upkeep cost all points. */
    private static final int WORST = 4;

    /**
     * The health of this table.
     *
     * @param running the process that the row names, if it names one
     * @param upkeepEnabled the setting {@code upkeep.enabled}
     */
    public static TableHealth of(TableRow table, Optional<ProcessRow> running, boolean upkeepEnabled, long nowMillis) {
        UpkeepSettings settings = UpkeepSettings.of(table);
        int health = points(table, settings);
        if (running.isPresent()) {
            return underWay(running.get(), health);
        }
        if (!upkeepEnabled) {
            return still(Status.DISABLED, "upkeep is off for the cluster (setting upkeep.enabled)", health);
        }
        if (!settings.enabled()) {
            return still(
                    Status.DISABLED,
                    "upkeep is off for this table (property " + UpkeepSettings.ENABLED + "=false)",
                    health);
        }
        return ofBacklog(table, settings, health, nowMillis);
    }

    /** The reason, and for a table that waits to be planned why it may have to wait. */
    public String explained(TableRow table) {
        long pause = UpkeepSettings.of(table).minPlanIntervalMillis();
        return status == Status.PENDING && pause > 0
                ? reason + "; planned at most once in " + pause + " ms (" + UpkeepSettings.MIN_PLAN_INTERVAL + ")"
                : reason;
    }

    private static TableHealth underWay(ProcessRow process, int health) {
        String name = process.getKind() + " process " + process.getProcessId();
        if (process.getState() == ProcessState.COMMITTING) {
            return still(
                    Status.COMMITTING, "all " + process.getTasks() + " tasks of " + name + " are done: commit", health);
        }
        return still(
                Status.RUNNING,
                name + ": " + process.getTasksDone() + " of " + process.getTasks() + " tasks are done",
                health);
    }

    private static TableHealth ofBacklog(TableRow table, UpkeepSettings settings, int health, long nowMillis) {
        TableBacklog backlog = table.getBacklog();
        long files = backlog.getFiles();
        if (files <= 0) {
            return still(Status.IDLE, "no backlog: nothing was added since the last upkeep", health);
        }
        if (files >= settings.minorFiles()) {
            return still(
                    Status.PENDING,
                    files + " files added since the last upkeep >= " + settings.minorFiles() + " ("
                            + UpkeepSettings.MINOR_FILES + ")",
                    health);
        }
        if (table.getSummary().getDeleteFiles() > 0) {
            return still(
                    Status.PENDING,
                    files + " files added since the last upkeep, and the table has "
                            + table.getSummary().getDeleteFiles() + " delete files",
                    health);
        }
        return byInterval(backlog, settings, health, nowMillis);
    }

    private static TableHealth byInterval(TableBacklog backlog, UpkeepSettings settings, int health, long nowMillis) {
        String waiting = backlog.getFiles() + " files added since the last upkeep";
        String few = waiting + " < " + settings.minorFiles() + " (" + UpkeepSettings.MINOR_FILES + ")";
        if (settings.minorIntervalMillis() < 0) {
            return still(Status.IDLE, few, health);
        }
        long dueAt = backlog.getFirstAtMillis() + settings.minorIntervalMillis();
        if (nowMillis >= dueAt) {
            return still(
                    Status.PENDING,
                    waiting + ", the first of them longer ago than " + settings.minorIntervalMillis() + " ms ("
                            + UpkeepSettings.MINOR_INTERVAL + ")",
                    health);
        }
        return new TableHealth(Status.IDLE, few, health, OptionalLong.of(dueAt));
    }

    /** Whether the oldest file of the backlog has waited so long that any two fragments are worth merging. */
    static boolean isIntervalOver(TableRow table, UpkeepSettings settings, long nowMillis) {
        TableBacklog backlog = table.getBacklog();
        return settings.minorIntervalMillis() >= 0
                && backlog.getFiles() > 0
                && nowMillis >= backlog.getFirstAtMillis() + settings.minorIntervalMillis();
    }

    private static TableHealth still(Status status, String reason, int health) {
        return new TableHealth(status, reason, health, OptionalLong.empty());
    }

    private static int points(TableRow table, UpkeepSettings settings) {
        double unseen = share(table.getBacklog().getFiles(), WORST * settings.minorFiles());
        double deletes = share(
                table.getSummary().getDeleteFiles(),
                Math.max(settings.minorFiles(), table.getSummary().getDataFiles()));
        return FILE_POINTS + DELETE_POINTS - (int) Math.round(FILE_POINTS * unseen + DELETE_POINTS * deletes);
    }

    private static double share(long part, long whole) {
        return Math.min(1.0, Math.max(0, part) / (double) whole);
    }
}
