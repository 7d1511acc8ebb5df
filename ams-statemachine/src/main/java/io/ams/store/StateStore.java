package io.ams.store;

import io.ams.state.ChangeSet;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Keeps the rows, the applied position and the digest over the rows, and changes all three together or none.
 *
 * <p>Threading: {@link #commit}, {@link #live}, {@link #flush} and {@link #restore} are for one thread at a time, the one that
 * applies the log; {@link #read}, {@link #applied} and {@link #checkpoint} are for any.
 *
 * <p>A method that cannot do its work throws {@link StoreFailedException}: the node stops.
 */
public interface StateStore extends AutoCloseable {
    /** The state as of the last commit, for the thread that commits. */
    View live();

    /** Runs the function on one unchanging snapshot of the state. The view must not leave the function. */
    <T> T read(Function<StateSnapshot, T> function);

    /** Puts the changes in place, and moves position and digest with them, in one step. */
    Applied commit(ChangeSet changes, LogPosition position);

    /** Where the last commit stands. */
    Applied applied();

    /** Makes every commit so far survive a power cut; returns where that is. */
    Applied flush();

    /** What would be left after a power cut now. */
    Applied durable();

    /**
     * Writes a copy of the state into a directory that must not exist yet, cheaply, and flushed to the disk.
     *
     * @return the position of the copy
     */
    Applied checkpoint(Path directory);

    /**
     * Replaces the whole state by a checkpoint. The directory is taken over. After a crash in the middle the store opens with
     * either the old state or the new one.
     */
    Applied restore(Path checkpoint);

    @Override
    void close();
}
