package io.ams.ddl;

import io.ams.ddl.ColumnType.Kind;
import java.util.Optional;

/**
 * Which types a column may grow into: Iceberg's promotions as a partial order. A type is smaller than another if every value of
 * it can be read as one of the other without being rewritten.
 *
 * <p>{@code unknown} is below everything; {@code int < long}; {@code float < double}; decimals of one scale by precision; with
 * {@code dateToTimestamp} also {@code date < timestamp} and {@code date < timestamp_ns}. Nothing else is ordered.
 */
public record TypeOrder(boolean dateToTimestamp) {
    /** The smallest type that both fit into; empty if there is none. */
    public Optional<ColumnType> join(ColumnType left, ColumnType right) {
        if (left.equals(right) || isBelow(left, right)) {
            return Optional.of(right);
        }
        return isBelow(right, left) ? Optional.of(left) : Optional.empty();
    }

    private boolean isBelow(ColumnType small, ColumnType large) {
        return switch (small.kind()) {
            case UNKNOWN -> true;
            case INT -> large.kind() == Kind.LONG;
            case FLOAT -> large.kind() == Kind.DOUBLE;
            case DECIMAL ->
                large.kind() == Kind.DECIMAL && small.second() == large.second() && small.first() < large.first();
            case DATE -> dateToTimestamp && (large.kind() == Kind.TIMESTAMP || large.kind() == Kind.TIMESTAMP_NS);
            default -> false;
        };
    }
}
