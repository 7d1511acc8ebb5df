package io.ams.ddl;

/**
 * How changes are carried over.
 *
 * @param initial whether they are the shard's initial schema: all its rows have the columns, none was there before
 * @param barrier whether every shard makes the same change now, so that the primary key may change
 * @param local whether the target must not be changed: columns are bound to what is there
 * @param onConflict what becomes of a change that is in conflict
 */
public record Manner(boolean initial, boolean barrier, boolean local, OnConflict onConflict) {
    /** What becomes of a change that is in conflict. */
    public enum OnConflict {
        /** Nothing is changed, and the conflict is told. */
        STOP,
        /** The target stays; the column is bound to what is there. */
        SKIP,
        /** The column gets a field of its own. */
        NEW_FIELD
    }

    /** As a shard announces it. */
    public static final Manner ANNOUNCED = new Manner(false, false, false, OnConflict.STOP);

    /** As a shard that joins brings it along. */
    public static final Manner INITIAL = new Manner(true, false, false, OnConflict.STOP);

    /** In the shard only. */
    public static final Manner LOCAL = new Manner(false, false, true, OnConflict.SKIP);

    public Manner atBarrier() {
        return new Manner(initial, true, local, onConflict);
    }

    public Manner on(OnConflict conflict) {
        return new Manner(initial, barrier, local, conflict);
    }
}
