package io.ams.ddl;

import io.ams.proto.DdlConflictKind;

/**
 * Lets fields allow NULL, as they must when a shard has NULL in a column or lacks it.
 *
 * <p>In conflict: the field is part of the primary key, which has no NULL (DEPENDENCY).
 */
final class NullRule {
    private NullRule() {}

    /** Has the field allow NULL if it does not; returns whether that changed it. */
    static boolean loosen(Merge merge, TargetNode field, String column) {
        if (!field.isRequired() || field.isInKey() || merge.manner().local()) {
            return false;
        }
        merge.dependOn(TargetDraft.fieldMark(field.id()));
        if (merge.target().isKey(field)) {
            refuse(merge, field, column);
            return false;
        }
        field.setRequired(false);
        merge.target().touch(field);
        return true;
    }

    private static void refuse(Merge merge, TargetNode field, String column) {
        boolean stops = merge.clashes(
                DdlConflictKind.CONFLICT_DEPENDENCY,
                column,
                Newcomers.describe(field) + ", part of the primary key",
                "'" + column + "' with NULL, or none",
                "a primary key has no NULL: change the key of the table first");
        if (!stops) {
            warnOfKey(merge, field, column);
        }
    }

    static void warnOfKey(Merge merge, TargetNode field, String column) {
        merge.warn(
                "KEY_LACKING",
                column,
                "field " + field.id() + " '" + field.name()
                        + "' is part of the primary key and stays required: rows without a value for it cannot be written");
    }
}
