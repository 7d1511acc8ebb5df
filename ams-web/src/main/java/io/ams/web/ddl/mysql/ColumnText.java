package io.ams.web.ddl.mysql;

import io.ams.proto.AddColumn;
import io.ams.proto.ColumnDefault;
import io.ams.proto.ShardColumn;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A column as a statement defines it.
 *
 * @param primaryKey it is the primary key, all of it
 * @param clause the default; {@code null} if the text gives none
 * @param comment {@code null} if the text gives none
 */
record ColumnText(
        String name,
        MySqlType type,
        boolean required,
        boolean primaryKey,
        Source source,
        @Nullable DefaultClause clause,
        @Nullable String comment) {
    /** Where the values come from. */
    enum Source {
        ROWS,
        /** AUTO_INCREMENT. */
        COUNTER,
        /** Worked out when the row is written. */
        STORED,
        /** Worked out when the row is read: no row holds it. */
        VIRTUAL
    }

    boolean isVirtual() {
        return source == Source.VIRTUAL;
    }

    ColumnText asRequired() {
        return new ColumnText(name, type, true, primaryKey, source, clause, comment);
    }

    /** The column as it is in the shard. */
    ShardColumn column() {
        ShardColumn.Builder column =
                ShardColumn.newBuilder().setName(name).setType(type.iceberg()).setRequired(required);
        columnDefault().ifPresent(column::setDefault);
        return column.build();
    }

    AddColumn added(boolean ifAbsent) {
        AddColumn.Builder added = AddColumn.newBuilder().setColumn(column()).setIfAbsent(ifAbsent);
        existing().ifPresent(added::setExisting);
        if (comment != null) {
            added.setComment(comment);
        }
        return added.build();
    }

    /** What a row that does not name the column takes. */
    Optional<ColumnDefault> columnDefault() {
        if (source == Source.STORED) {
            return Optional.of(ColumnDefault.newBuilder().setGenerated(true).build());
        }
        if (clause == null || source == Source.COUNTER) {
            return Optional.empty();
        }
        if (clause.computed()) {
            return Optional.of(ColumnDefault.newBuilder().setComputed(true).build());
        }
        Constant constant = clause.constant();
        return constant == null ? Optional.empty() : Optional.of(literal(constant));
    }

    /** What rows that are there take, where that does not follow from the default and the Iceberg type. */
    private Optional<ColumnDefault> existing() {
        if (source != Source.ROWS) {
            return Optional.of(ColumnDefault.newBuilder().setGenerated(true).build());
        }
        return required && columnDefault().isEmpty()
                ? type.implicit()
                        .map(value ->
                                ColumnDefault.newBuilder().setLiteral(value).build())
                : Optional.empty();
    }

    private ColumnDefault literal(Constant constant) {
        return type.literal(constant)
                .map(value -> ColumnDefault.newBuilder().setLiteral(value).build())
                .orElseThrow(() -> misfit(name, constant, type.iceberg()));
    }

    static NotUnderstoodException misfit(String column, Constant constant, String type) {
        return new NotUnderstoodException(
                "column " + column + ": the default '"
                        + SqlText.shortened(constant.text().orElseGet(() -> "0x" + constant.hex())) + "'",
                "it is no value of the column, which is " + type + " in Iceberg, or not in a form that has one meaning",
                NotUnderstoodException.USE_CHANGES);
    }
}
