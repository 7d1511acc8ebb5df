package io.ams.store.rocks;

import io.ams.proto.AppliedRow;
import io.ams.state.Column;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.store.Applied;
import io.ams.store.StoreFailedException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * One open RocksDB database with a column family for each column, and all of its native handles.
 *
 * <p>The write-ahead log is off, as the Raft log is that log; flushes are atomic over the column families, so that a power cut
 * leaves the state as of one entry, position and digest with it.
 */
final class RocksDatabase implements AutoCloseable {
    private static final long WRITE_BUFFER = 8L << 20;
    private static final long ALL_WRITE_BUFFERS = 64L << 20;
    private static final long BLOCK_CACHE = 64L << 20;
    private static final byte[] APPLIED_KEY = Columns.APPLIED.encode(Keys.Single.KEY);

    static {
        RocksDB.loadLibrary();
    }

    private final Deque<AutoCloseable> handles = new ArrayDeque<>();
    private final Map<Integer, ColumnFamilyHandle> families = new HashMap<>();
    private final DecodedRows decoded = new DecodedRows();
    private final RocksDB db;
    private final WriteOptions withoutWal;
    private final ReadOptions plainRead;

    RocksDatabase(Path directory) {
        try {
            DBOptions options = keep(new DBOptions())
                    .setCreateIfMissing(true)
                    .setCreateMissingColumnFamilies(true)
                    .setAtomicFlush(true)
                    .setAllowConcurrentMemtableWrite(false)
                    .setMaxBackgroundJobs(2)
                    .setDbWriteBufferSize(ALL_WRITE_BUFFERS)
                    .setKeepLogFileNum(2)
                    .setMaxOpenFiles(512)
                    .setInfoLogLevel(InfoLogLevel.WARN_LEVEL);
            ColumnFamilyOptions family = familyOptions();
            List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
            descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, family));
            for (Column<?, ?> column : Columns.ALL) {
                descriptors.add(new ColumnFamilyDescriptor(column.name().getBytes(StandardCharsets.UTF_8), family));
            }
            List<ColumnFamilyHandle> opened = new ArrayList<>();
            db = keep(RocksDB.open(options, directory.toString(), descriptors, opened));
            opened.forEach(this::keep);
            for (int i = 0; i < Columns.ALL.size(); i++) {
                families.put(Columns.ALL.get(i).id(), opened.get(i + 1));
            }
            withoutWal = keep(new WriteOptions()).setDisableWAL(true);
            plainRead = keep(new ReadOptions());
        } catch (RocksDBException e) {
            close();
            throw new StoreFailedException("cannot open the database in " + directory + ": " + e.getMessage(), e);
        }
    }

    private ColumnFamilyOptions familyOptions() {
        Cache cache = keep(new LRUCache(BLOCK_CACHE));
        BloomFilter bloom = keep(new BloomFilter(10));
        return keep(new ColumnFamilyOptions())
                .setWriteBufferSize(WRITE_BUFFER)
                .setTableFormatConfig(
                        new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(bloom));
    }

    private <T extends AutoCloseable> T keep(T handle) {
        handles.push(handle);
        return handle;
    }

    RocksDB db() {
        return db;
    }

    ReadOptions plainRead() {
        return plainRead;
    }

    ColumnFamilyHandle family(Column<?, ?> column) {
        ColumnFamilyHandle family = families.get(column.id());
        if (family == null) {
            throw new IllegalArgumentException("column " + column + " is not in Columns.ALL");
        }
        return family;
    }

    DecodedRows decoded() {
        return decoded;
    }

    byte @Nullable [] get(Column<?, ?> column, byte[] key) {
        try {
            return db.get(family(column), plainRead, key);
        } catch (RocksDBException e) {
            throw new StoreFailedException("cannot read column " + column, e);
        }
    }

    void write(WriteBatch batch) {
        try {
            db.write(withoutWal, batch);
        } catch (RocksDBException e) {
            throw new StoreFailedException("cannot write to the database", e);
        }
    }

    /** The applied position that is stored, as this reader sees it. */
    Applied applied(ReadOptions read) {
        try {
            byte[] row = db.get(family(Columns.APPLIED), read, APPLIED_KEY);
            AppliedRow parsed = row == null ? AppliedRow.getDefaultInstance() : Columns.APPLIED.parse(row);
            return Applied.of(parsed);
        } catch (RocksDBException e) {
            throw new StoreFailedException("cannot read the applied position", e);
        }
    }

    void flush() {
        try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
            db.flush(wait, List.copyOf(families.values()));
        } catch (RocksDBException e) {
            throw new StoreFailedException("cannot flush the database", e);
        }
    }

    void checkpoint(Path directory) {
        try (Checkpoint checkpoint = Checkpoint.create(db)) {
            checkpoint.createCheckpoint(directory.toString());
        } catch (RocksDBException e) {
            throw new StoreFailedException("cannot write a checkpoint into " + directory, e);
        }
    }

    @Override
    public void close() {
        while (!handles.isEmpty()) {
            try {
                handles.pop().close();
            } catch (Exception e) {
                throw new StoreFailedException("cannot close the database", e);
            }
        }
    }
}
