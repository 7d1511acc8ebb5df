package io.ams.store.rocks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.protobuf.MessageLite;
import io.ams.state.Change;
import io.ams.state.Column;
import java.nio.ByteBuffer;

/**
 * Rows read or written lately, with the messages that their bytes decode to. A message is handed out only for the bytes it was made
 * from, whoever reads and as of whenever: this saves time and can never give another answer.
 *
 * <p>Only rows that take long to decode are kept, and of them only so many bytes. For any number of threads.
 */
final class DecodedRows {
    /** Smaller ones are decoded as fast as they are found. */
    private static final int WORTH_KEEPING = 1 << 10;

    /**
     * The messages take some ten times as much. More would only live longer: a row is asked for again within the command that reads
     * it, in the answer to it, and in the next command, or not soon.
     */
    private static final long MOST_BYTES = 512L << 10;

    private final Cache<Cell, Decoded> kept = Caffeine.newBuilder()
            .maximumWeight(MOST_BYTES)
            .weigher((Cell cell, Decoded decoded) -> decoded.row().remaining())
            .executor(Runnable::run)
            .build();

    private record Cell(int column, ByteBuffer key) {
        static Cell of(Column<?, ?> column, byte[] key) {
            return new Cell(column.id(), ByteBuffer.wrap(key));
        }
    }

    private record Decoded(ByteBuffer row, MessageLite message) {}

    /** The message that these bytes under this key hold. Neither array may be changed afterwards. */
    <V extends MessageLite> V parse(Column<?, V> column, byte[] key, byte[] row) {
        if (row.length < WORTH_KEEPING) {
            return column.parse(row);
        }
        Cell cell = Cell.of(column, key);
        Decoded known = kept.getIfPresent(cell);
        ByteBuffer bytes = ByteBuffer.wrap(row);
        if (known != null && known.row().equals(bytes)) {
            @SuppressWarnings("unchecked") // the cell names the column, which fixes the type
            V message = (V) known.message();
            return message;
        }
        V message = column.parse(row);
        kept.put(cell, new Decoded(bytes, message));
        return message;
    }

    /** The row of this change will be stored as these bytes, and is asked for soon. Neither array may be changed afterwards. */
    void put(Change<?, ?> change, byte[] key, byte[] row) {
        if (row.length >= WORTH_KEEPING) {
            change.row()
                    .ifPresent(message ->
                            kept.put(Cell.of(change.column(), key), new Decoded(ByteBuffer.wrap(row), message)));
        }
    }
}
