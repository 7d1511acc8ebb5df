package io.ams.ddl;

import java.util.Optional;

/**
 * What one shard says of one column, or what several say together. Values are joined, never the columns that are made of them:
 * so the result does not depend on the order in which shards speak. Join is commutative, associative and idempotent.
 *
 * @param absent whether some shard lacks the column
 * @param nullable whether some shard allows NULL in it
 * @param type bottom while no shard has it, top if types do not go together
 * @param backfill what rows take that were there before the column; bottom if there are none of them, an empty literal for NULL, top
 *     if shards differ
 */
public record ColumnValue(boolean absent, boolean nullable, Bound<ColumnType> type, Bound<Optional<String>> backfill) {
    /** Of a shard that does not have the column. */
    public static final ColumnValue ABSENT = new ColumnValue(true, false, Bound.bottom(), Bound.bottom());

    /** What both say together. */
    public ColumnValue join(ColumnValue other, TypeOrder order) {
        return new ColumnValue(
                absent || other.absent,
                nullable || other.nullable,
                type.join(other.type, order::join),
                backfill.join(other.backfill, ColumnValue::same));
    }

    /** Whether everything that this says is said by the other too. */
    public boolean isWithin(ColumnValue other, TypeOrder order) {
        return join(other, order).equals(other);
    }

    private static Optional<Optional<String>> same(Optional<String> left, Optional<String> right) {
        return left.equals(right) ? Optional.of(left) : Optional.empty();
    }
}
