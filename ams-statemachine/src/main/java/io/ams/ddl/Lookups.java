package io.ams.ddl;

/** Counts how often names are looked up in one draft, to say when an index is worth its making; not for several threads. */
final class Lookups {
    /** Most commands ask for a name or two: for them an index is more work than it saves. */
    private static final int WITHOUT_INDEX = 20;

    private int made;

    /** Takes note of one more; returns whether there were so many that an index saves work. */
    boolean areMany() {
        return ++made > WITHOUT_INDEX;
    }
}
