package io.ams.store.rocks;

import com.google.protobuf.MessageLite;
import io.ams.state.Column;
import io.ams.state.KeyRange;
import io.ams.state.View;
import io.ams.store.StoreFailedException;
import java.util.Optional;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** The rows of a database as these read options show them. */
record RocksView(RocksDatabase database, ReadOptions read) implements View {
    @Override
    public <K, V extends MessageLite> Optional<V> get(Column<K, V> column, K key) {
        try {
            byte[] bytes = column.encode(key);
            return Optional.ofNullable(database.db().get(database.family(column), read, bytes))
                    .map(row -> database.decoded().parse(column, bytes, row));
        } catch (RocksDBException e) {
            throw new StoreFailedException("cannot read column " + column, e);
        }
    }

    @Override
    public <K, V extends MessageLite> void scan(Column<K, V> column, KeyRange range, RowVisitor<K, V> visitor) {
        try (RocksIterator rows = database.db().newIterator(database.family(column), read)) {
            for (rows.seek(range.start()); rows.isValid(); rows.next()) {
                byte[] key = rows.key();
                if (range.isPast(key)) {
                    return;
                }
                if (range.contains(key) && !visitor.visit(column.decode(key), column.parse(rows.value()))) {
                    return;
                }
            }
            rows.status();
        } catch (RocksDBException e) {
            throw new StoreFailedException("cannot scan column " + column, e);
        }
    }
}
