package io.ams.store;

import com.google.protobuf.MessageLite;
import io.ams.proto.AppliedRow;
import io.ams.state.ChangeSet;
import io.ams.state.Column;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.LogPosition;
import io.ams.state.StateDigest;
import io.ams.state.View;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A store of the same promises in memory, for tests and to compare the one on disk with. Nothing survives the process but
 * checkpoints. A snapshot copies the whole state, so it is for small ones.
 */
public final class MemoryStore implements StateStore {
    private static final String CHECKPOINT_FILE = "rows";

    private final Map<Integer, NavigableMap<byte[], byte[]>> columns = new HashMap<>();
    private Applied applied = Applied.NOTHING;
    private Applied durable = Applied.NOTHING;

    public MemoryStore() {
        Columns.ALL.forEach(column -> columns.put(column.id(), new TreeMap<>(Arrays::compareUnsigned)));
    }

    @Override
    public View live() {
        return new MapView(columns);
    }

    @Override
    public <T> T read(Function<StateSnapshot, T> function) {
        return function.apply(copy());
    }

    @Override
    public synchronized Applied commit(ChangeSet changes, LogPosition position) {
        StateDigest digest = new NetChanges(changes)
                .apply(
                        applied.digest(),
                        (column, key) -> rows(column).get(key),
                        (change, key, row) -> put(change.column(), key, row));
        applied = new Applied(position, digest);
        return applied;
    }

    private void put(Column<?, ?> column, byte[] key, byte @Nullable [] row) {
        if (row == null) {
            rows(column).remove(key);
        } else {
            rows(column).put(key, row);
        }
    }

    private NavigableMap<byte[], byte[]> rows(Column<?, ?> column) {
        return rowsOf(columns, column);
    }

    private static NavigableMap<byte[], byte[]> rowsOf(
            Map<Integer, NavigableMap<byte[], byte[]>> columns, Column<?, ?> column) {
        NavigableMap<byte[], byte[]> rows = columns.get(column.id());
        if (rows == null) {
            throw new IllegalArgumentException("column " + column + " is not in Columns.ALL");
        }
        return rows;
    }

    @Override
    public synchronized Applied applied() {
        return applied;
    }

    @Override
    public synchronized Applied flush() {
        durable = applied;
        return durable;
    }

    @Override
    public synchronized Applied durable() {
        return durable;
    }

    @Override
    public synchronized Applied checkpoint(Path directory) {
        try {
            Files.createDirectory(directory);
            try (DataOutputStream out =
                    new DataOutputStream(Files.newOutputStream(directory.resolve(CHECKPOINT_FILE)))) {
                write(out, applied.toRow().toByteArray());
                for (Column<?, ?> column : Columns.ALL) {
                    out.writeInt(rows(column).size());
                    for (Map.Entry<byte[], byte[]> row : rows(column).entrySet()) {
                        write(out, row.getKey());
                        write(out, row.getValue());
                    }
                }
            }
            return applied;
        } catch (IOException e) {
            throw new StoreFailedException("cannot write a checkpoint into " + directory, e);
        }
    }

    @Override
    public synchronized Applied restore(Path checkpoint) {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(checkpoint.resolve(CHECKPOINT_FILE)))) {
            applied = Applied.of(AppliedRow.parseFrom(read(in)));
            durable = applied;
            for (Column<?, ?> column : Columns.ALL) {
                rows(column).clear();
                for (int left = in.readInt(); left > 0; left--) {
                    rows(column).put(read(in), read(in));
                }
            }
            return applied;
        } catch (IOException e) {
            throw new StoreFailedException("cannot read the checkpoint in " + checkpoint, e);
        }
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] read(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }

    @Override
    public void close() {}

    private synchronized StateSnapshot copy() {
        Map<Integer, NavigableMap<byte[], byte[]>> copied = new HashMap<>();
        columns.forEach((id, rows) -> copied.put(id, new TreeMap<>(rows)));
        return new StateSnapshot(new MapView(copied), applied);
    }

    private record MapView(Map<Integer, NavigableMap<byte[], byte[]>> columns) implements View {
        @Override
        public <K, V extends MessageLite> Optional<V> get(Column<K, V> column, K key) {
            return Optional.ofNullable(rowsOf(columns, column).get(column.encode(key)))
                    .map(column::parse);
        }

        @Override
        public <K, V extends MessageLite> void scan(Column<K, V> column, KeyRange range, RowVisitor<K, V> visitor) {
            for (Map.Entry<byte[], byte[]> row :
                    rowsOf(columns, column).tailMap(range.start()).entrySet()) {
                if (range.isPast(row.getKey())) {
                    return;
                }
                if (range.contains(row.getKey())
                        && !visitor.visit(column.decode(row.getKey()), column.parse(row.getValue()))) {
                    return;
                }
            }
        }
    }
}
