package io.ams.iceberg.upkeep;

/**
 * What an owner knows of a table beside the state. Losing it costs a look or a plan too many, nothing else.
 *
 * @param seenIndex log index of the last answer: the next look must not see less
 * @param plannedAtMillis when it was last planned, 0 for never
 * @param nothingIn version of the table in which there was nothing to do, 0 for none
 * @param nothingAtAll whether not even two fragments could be merged there
 * @param more the last plan did not hold everything
 * @param lastProcess the last process of the table, empty for none
 * @param failures looks in a row that ended badly
 */
record TableMemory(
        long seenIndex,
        long plannedAtMillis,
        long nothingIn,
        boolean nothingAtAll,
        boolean more,
        String lastProcess,
        int failures) {
    /** Of a table that was never looked at. */
    static TableMemory of(String lastProcess) {
        return new TableMemory(0, 0, 0, false, false, lastProcess, 0);
    }

    TableMemory saw(long index) {
        return new TableMemory(
                Math.max(seenIndex, index), plannedAtMillis, nothingIn, nothingAtAll, more, lastProcess, failures);
    }

    /** This process is the last one. */
    TableMemory process(String id) {
        return new TableMemory(seenIndex, plannedAtMillis, nothingIn, nothingAtAll, more, id, failures);
    }

    TableMemory failed() {
        return new TableMemory(seenIndex, plannedAtMillis, nothingIn, nothingAtAll, more, lastProcess, failures + 1);
    }

    TableMemory worked() {
        return new TableMemory(seenIndex, plannedAtMillis, nothingIn, nothingAtAll, more, lastProcess, 0);
    }

    TableMemory planned(long atMillis, String id, boolean moreLeft) {
        return new TableMemory(seenIndex, atMillis, 0, false, moreLeft, id, 0);
    }

    /** Looked and found nothing to do; what the last process left is then nothing either. */
    TableMemory foundNothing(long atMillis, long version, boolean atAll) {
        return new TableMemory(seenIndex, atMillis, version, atAll, false, "", 0);
    }
}
