package io.ams.ddl;

import io.ams.proto.AddColumn;
import io.ams.proto.ColumnDefault;
import io.ams.proto.ColumnPath;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What changes mean, as text that people can read: the same for the same changes in the same order, however they were worded.
 * Positions, comments, indexes and whatever else the target does not know make no difference.
 */
public final class Fingerprints {
    private Fingerprints() {}

    /** Of the changes that every shard must make; empty if none of them has an effect on the target. */
    public static String ofEffect(List<SchemaChange> changes) {
        return changes.stream()
                .filter(Fingerprints::hasEffect)
                .map(Fingerprints::text)
                .collect(Collectors.joining("; "));
    }

    /** Of all changes: tells one announcement from another. */
    public static String ofAll(List<SchemaChange> changes) {
        return changes.stream().map(Fingerprints::text).collect(Collectors.joining("; "));
    }

    private static boolean hasEffect(SchemaChange change) {
        return !change.hasNoEffect() && !change.hasTruncate() && !change.hasComment();
    }

    private static String text(SchemaChange change) {
        return switch (change.getChangeCase()) {
            case ADD -> added(change.getAdd());
            case DROP -> "drop " + path(change.getDrop().getPathList());
            case RENAME ->
                "rename "
                        + change.getRename().getColumnsList().stream()
                                .map(rename -> path(rename.getPathList()) + " to " + name(rename.getNewName()))
                                .collect(Collectors.joining(", "));
            case TYPE ->
                "type " + path(change.getType().getPathList()) + " "
                        + type(change.getType().getType(), change.getType().getChildrenList());
            case NULLABILITY ->
                (change.getNullability().getRequired() ? "not null " : "null ")
                        + path(change.getNullability().getPathList());
            case DEFAULT ->
                "default " + path(change.getDefault().getPathList()) + " "
                        + value(change.getDefault().getDefault());
            case COMMENT ->
                "comment " + path(change.getComment().getPathList()) + " "
                        + quoted(change.getComment().getComment());
            case IDENTIFIER ->
                "primary key ("
                        + change.getIdentifier().getIdentifier().getColumnsList().stream()
                                .map(ColumnPath::getNamesList)
                                .map(Fingerprints::path)
                                .collect(Collectors.joining(", "))
                        + ")";
            case NO_EFFECT -> "no effect " + quoted(change.getNoEffect().getWhat());
            case TRUNCATE -> "truncate";
            case CHANGE_NOT_SET -> "nothing";
        };
    }

    private static String added(AddColumn add) {
        String existing =
                add.hasExisting() ? " existing " + value(add.getColumn().getType(), add.getExisting()) : "";
        return "add " + within(add.getParentList()) + column(add.getColumn()) + existing;
    }

    private static String within(List<String> parent) {
        return parent.isEmpty() ? "" : path(parent) + ".";
    }

    private static String column(ShardColumn column) {
        String text = name(column.getName()) + " " + type(column.getType(), column.getChildrenList());
        return text
                + (column.getRequired() ? " not null" : "")
                + (column.hasDefault() ? " default " + value(column.getType(), column.getDefault()) : "");
    }

    private static String type(String type, List<ShardColumn> parts) {
        String spelled = ColumnType.parse(type).map(ColumnType::toString).orElse(quoted(type));
        return parts.isEmpty()
                ? spelled
                : spelled + "<" + parts.stream().map(Fingerprints::column).collect(Collectors.joining(", ")) + ">";
    }

    /** A value of this type, whose spelling makes no difference. */
    private static String value(String type, ColumnDefault value) {
        return ColumnType.parse(type)
                .filter(parsed -> value.hasLiteral())
                .flatMap(parsed -> Literals.canonical(parsed, value.getLiteral()))
                .map(Fingerprints::quoted)
                .orElseGet(() -> value(value));
    }

    private static String value(ColumnDefault value) {
        return switch (value.getKindCase()) {
            case LITERAL -> quoted(value.getLiteral());
            case COMPUTED -> "computed";
            case GENERATED -> "generated";
            case KIND_NOT_SET -> "null";
        };
    }

    private static String path(List<String> names) {
        return names.stream().map(Fingerprints::name).collect(Collectors.joining("."));
    }

    /** Names without letter case; those with more than letters, digits and underscores in quotes, so that texts stay distinct. */
    private static String name(String name) {
        String key = NameKeys.of(name);
        boolean plain = !key.isEmpty()
                && key.chars().allMatch(letter -> letter == '_' || (Character.isLetterOrDigit(letter) && letter < 128));
        return plain ? key : "\"" + key.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
