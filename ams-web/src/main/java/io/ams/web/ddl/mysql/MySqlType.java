package io.ams.web.ddl.mysql;

import java.util.Optional;

/** A type of MySQL: what it becomes in Iceberg, and which text stands for a value of it there. */
interface MySqlType {
    /** The name of the type in Iceberg. */
    String iceberg();

    /** A constant as the column would hold it, in the canonical form of the Iceberg type; empty if it does not fit. */
    Optional<String> literal(Constant constant);

    /** What MySQL puts into rows that are there, for NOT NULL without a default, where that is not the zero of the Iceberg type. */
    default Optional<String> implicit() {
        return Optional.empty();
    }
}
