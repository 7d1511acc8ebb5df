package io.ams.store.rocks;

import io.ams.state.ChangeSet;
import io.ams.state.Column;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.StateDigest;
import io.ams.state.View;
import io.ams.store.Applied;
import io.ams.store.NetChanges;
import io.ams.store.StateSnapshot;
import io.ams.store.StateStore;
import io.ams.store.StoreFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;

/**
 * The store on disk. Rows, applied position and digest of an entry are one write batch; the write-ahead log is off, so what a
 * power cut leaves is the last flush, and the Raft log is replayed from there.
 *
 * <p>Readers share a lock that only {@link #restore} and {@link #close} take for themselves: no reader ever meets a database
 * that is being replaced.
 */
public final class RocksStore implements StateStore {
    private static final byte[] APPLIED_KEY = Columns.APPLIED.encode(Keys.Single.KEY);

    private final RocksHome home;
    private final ReadWriteLock swap = new ReentrantReadWriteLock();
    private Path directory;
    private @Nullable RocksDatabase open;
    private volatile Applied applied;
    private volatile Applied durable;

    /**
     * Opens the store in this directory, and makes it if it is not there.
     *
     * @throws StoreFailedException if it cannot be opened
     */
    public RocksStore(Path directory) {
        this.home = new RocksHome(directory);
        this.directory = home.current();
        RocksDatabase database = new RocksDatabase(this.directory);
        this.open = database;
        this.applied = database.applied(database.plainRead());
        this.durable = applied;
    }

    private RocksDatabase database() {
        RocksDatabase database = open;
        if (database == null) {
            throw new IllegalStateException("the store is closed");
        }
        return database;
    }

    @Override
    public View live() {
        RocksDatabase database = database();
        return new RocksView(database, database.plainRead());
    }

    @Override
    public <T> T read(Function<StateSnapshot, T> function) {
        swap.readLock().lock();
        try {
            RocksDatabase database = database();
            try (Snapshot snapshot = database.db().getSnapshot();
                    ReadOptions read = new ReadOptions().setSnapshot(snapshot)) {
                try {
                    return function.apply(new StateSnapshot(new RocksView(database, read), database.applied(read)));
                } finally {
                    database.db().releaseSnapshot(snapshot);
                }
            }
        } finally {
            swap.readLock().unlock();
        }
    }

    @Override
    public Applied commit(ChangeSet changes, LogPosition position) {
        RocksDatabase database = database();
        try (WriteBatch batch = new WriteBatch()) {
            StateDigest digest = new NetChanges(changes).apply(applied.digest(), database::get, (change, key, row) -> {
                put(database, batch, change.column(), key, row);
                if (row != null) {
                    database.decoded().put(change, key, row);
                }
            });
            Applied next = new Applied(position, digest);
            put(database, batch, Columns.APPLIED, APPLIED_KEY, next.toRow().toByteArray());
            database.write(batch);
            applied = next;
            return next;
        }
    }

    private static void put(
            RocksDatabase database, WriteBatch batch, Column<?, ?> column, byte[] key, byte @Nullable [] row) {
        try {
            if (row == null) {
                batch.delete(database.family(column), key);
            } else {
                batch.put(database.family(column), key, row);
            }
        } catch (RocksDBException e) {
            throw new StoreFailedException("cannot add to a write batch", e);
        }
    }

    @Override
    public Applied applied() {
        return applied;
    }

    @Override
    public Applied flush() {
        Applied flushed = applied;
        database().flush();
        durable = flushed;
        return flushed;
    }

    @Override
    public Applied durable() {
        return durable;
    }

    @Override
    public Applied checkpoint(Path target) {
        swap.readLock().lock();
        try {
            database().checkpoint(target);
        } finally {
            swap.readLock().unlock();
        }
        return positionOf(target);
    }

    /** Where the database in this directory stands. The directory is left as it was but for RocksDB's own upkeep of it. */
    public static Applied positionOf(Path directory) {
        try (RocksDatabase database = new RocksDatabase(directory)) {
            return database.applied(database.plainRead());
        }
    }

    @Override
    public Applied restore(Path checkpoint) {
        swap.writeLock().lock();
        try {
            database().close();
            open = null;
            Path old = directory;
            directory = home.replaceBy(checkpoint);
            RocksDatabase database = new RocksDatabase(directory);
            open = database;
            applied = database.applied(database.plainRead());
            durable = applied;
            RocksHome.remove(old);
            return applied;
        } catch (IOException e) {
            throw new StoreFailedException("cannot remove the database that was replaced", e);
        } finally {
            swap.writeLock().unlock();
        }
    }

    @Override
    public void close() {
        swap.writeLock().lock();
        try {
            RocksDatabase database = open;
            if (database != null) {
                open = null;
                database.close();
            }
        } finally {
            swap.writeLock().unlock();
        }
    }
}
