package io.ams.state;

import com.google.protobuf.MessageLite;
import java.util.Optional;

/** The state as a rule sees it: fixed while the rule looks at it. */
public interface View {
    /** The row under the key, if there is one. */
    <K, V extends MessageLite> Optional<V> get(Column<K, V> column, K key);

    /** Shows the rows of the range in key order until the visitor has seen enough. */
    <K, V extends MessageLite> void scan(Column<K, V> column, KeyRange range, RowVisitor<K, V> visitor);

    /** Takes rows one by one. */
    @FunctionalInterface
    interface RowVisitor<K, V> {
        /** Looks at one row; {@code false} ends the scan. */
        boolean visit(K key, V row);
    }
}
