package io.ams.state;

import com.google.protobuf.MessageLite;
import java.util.Optional;

/**
 * One row put or deleted.
 *
 * @param row the new row, empty when the key is deleted
 */
public record Change<K, V extends MessageLite>(Column<K, V> column, K key, Optional<V> row) {}
