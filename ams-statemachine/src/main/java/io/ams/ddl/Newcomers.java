package io.ams.ddl;

import io.ams.ddl.AddRule.Newcomer;
import io.ams.proto.ColumnDefault;
import io.ams.proto.DdlConflictKind;

/** What is said of a column that needs a field, and of the field that it does not go together with. */
final class Newcomers {
    private Newcomers() {}

    /** A conflict with a field. */
    record Clash(DdlConflictKind kind, String targetSide, String detail) {}

    static String describe(Newcomer newcomer) {
        ShardNode node = newcomer.node();
        return "'" + newcomer.column() + "' " + node.type() + (node.isRequired() ? " not null" : "") + ", earlier rows "
                + describe(newcomer.existing());
    }

    static String describe(ColumnDefault value) {
        return switch (value.getKindCase()) {
            case LITERAL -> "'" + value.getLiteral() + "'";
            case COMPUTED -> "computed";
            case GENERATED -> "generated";
            case KIND_NOT_SET -> "NULL";
        };
    }

    static String describe(TargetNode field) {
        return "field " + field.id() + " '" + String.join(".", field.path()) + "' " + field.type() + ", held by "
                + field.bound() + (field.bound() == 1 ? " shard" : " shards");
    }

    static Clash readd(Newcomer newcomer, TargetNode field) {
        return new Clash(
                DdlConflictKind.CONFLICT_READD,
                describe(field),
                "the shard dropped '" + newcomer.column() + "' before; "
                        + (field.bound() == 0 ? "the field was kept" : "others still have the field")
                        + ", so its earlier rows would show their old values again");
    }

    /** They do not go together, for this reason. */
    static Clash types(Newcomer newcomer, TargetNode field, String why) {
        return new Clash(typeKind(newcomer.node().type(), field.type()), describe(field), why);
    }

    static String noCommonType(ColumnType left, ColumnType right) {
        return left + " and " + right + " have no common type that Iceberg can promote to";
    }

    /** STRUCTURE if one of them is nested, else TYPE. */
    static DdlConflictKind typeKind(ColumnType left, ColumnType right) {
        return left.isNested() || right.isNested() ? DdlConflictKind.CONFLICT_STRUCTURE : DdlConflictKind.CONFLICT_TYPE;
    }
}
