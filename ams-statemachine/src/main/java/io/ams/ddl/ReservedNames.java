package io.ams.ddl;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names that engines take for Iceberg's metadata columns, such as the file that a row is in. Iceberg writes fields of these names, so
 * they are no conflict; but a query that asks for one gets the other.
 */
final class ReservedNames {
    private static final Set<String> NAMES = Set.of(
            "_file",
            "_pos",
            "_deleted",
            "_spec_id",
            "_partition",
            "_row_id",
            "_last_updated_sequence_number",
            "_change_type",
            "_change_ordinal",
            "_commit_snapshot_id");

    private ReservedNames() {}

    /** Warns if a field gets one of these names at the top, where metadata columns are. */
    static void warn(Merge merge, String column, @Nullable TargetNode inside, String name) {
        if (inside == null && NAMES.contains(NameKeys.of(name))) {
            merge.warn(
                    "NAME_RESERVED",
                    column,
                    "engines take '" + name
                            + "' for a metadata column of Iceberg: rename it upstream if it is to be queried");
        }
    }
}
