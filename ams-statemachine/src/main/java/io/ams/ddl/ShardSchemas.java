package io.ams.ddl;

import io.ams.proto.ColumnDefault;
import io.ams.proto.ColumnPath;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks schemas of shards as they come from outside, and brings them into the one form in which they are compared. */
public final class ShardSchemas {
    /** How many columns a schema may have, nested ones included. */
    public static final int MAX_COLUMNS = 10_000;

    private static final int MAX_DEPTH = 32;
    /** Says how large a schema may be. */
    static final String WIDTH_RULE =
            "a schema has at most " + MAX_COLUMNS + " columns, nested at most " + MAX_DEPTH + " deep";

    private static final int MAX_NAME = 512;
    private static final int MAX_LITERAL = 4_096;
    private static final int LONGEST_SHOWN = 80;

    private ShardSchemas() {}

    /** The schema with types and literals in canonical form and without bindings. */
    public static Checked<ShardSchema> check(ShardSchema schema) {
        int[] budget = {MAX_COLUMNS};
        Checked<List<ShardColumn>> columns = columns(schema.getColumnsList(), "", 1, budget);
        return columns.then(valid -> {
            ShardSchema.Builder checked = ShardSchema.newBuilder().addAllColumns(valid);
            if (schema.hasIdentifier()) {
                checked.setIdentifier(schema.getIdentifier());
            }
            ShardSchema built = checked.build();
            return unknownIdentifier(built).map(Checked::<ShardSchema>invalid).orElseGet(() -> Checked.valid(built));
        });
    }

    /** A column that is to be at this depth, 1 for the top, and what is inside it. */
    static Checked<ShardColumn> column(ShardColumn column, int depth) {
        return column(column, "", depth, new int[] {MAX_COLUMNS});
    }

    private static Optional<String> unknownIdentifier(ShardSchema schema) {
        ShardDraft draft = ShardDraft.of(schema);
        for (ColumnPath path : schema.getIdentifier().getColumnsList()) {
            if (path.getNamesCount() == 0 || draft.find(path.getNamesList()).isEmpty()) {
                return Optional.of("the primary key names column '" + String.join(".", path.getNamesList())
                        + "', which the schema does not have");
            }
        }
        return Optional.empty();
    }

    private static Checked<List<ShardColumn>> columns(
            List<ShardColumn> columns, String inside, int depth, int[] budget) {
        Set<String> seen = new HashSet<>();
        List<ShardColumn> checked = new java.util.ArrayList<>();
        for (ShardColumn column : columns) {
            if (!seen.add(NameKeys.of(column.getName()))) {
                return Checked.invalid(
                        "two columns are called '" + inside + column.getName() + "'; letter case makes no difference");
            }
            Checked<ShardColumn> one = column(column, inside, depth, budget);
            if (one instanceof Checked.Invalid<ShardColumn> invalid) {
                return Checked.invalid(invalid.complaint());
            }
            checked.add(((Checked.Valid<ShardColumn>) one).value());
        }
        return Checked.valid(checked);
    }

    private static Checked<ShardColumn> column(ShardColumn column, String inside, int depth, int[] budget) {
        String path = inside + column.getName();
        if (--budget[0] < 0 || depth > MAX_DEPTH) {
            return Checked.invalid(WIDTH_RULE);
        }
        if (!isName(column.getName())) {
            return Checked.invalid("'" + path + "' is no name of a column: it must have 1 to " + MAX_NAME
                    + " characters and no control characters");
        }
        Optional<ColumnType> type = ColumnType.parse(column.getType());
        if (type.isEmpty()) {
            return Checked.invalid("column '" + path + "': " + ColumnType.unknown(column.getType()));
        }
        Optional<String> misfit = misfit(type.get(), column.getChildrenList());
        if (misfit.isPresent()) {
            return Checked.invalid("column '" + path + "': " + misfit.get());
        }
        return columns(column.getChildrenList(), path + ".", depth + 1, budget).then(children -> {
            ShardColumn.Builder checked = ShardColumn.newBuilder()
                    .setName(column.getName())
                    .setType(type.get().toString())
                    .setRequired(column.getRequired())
                    .addAllChildren(children);
            if (!column.hasDefault()) {
                return Checked.valid(checked.build());
            }
            return defaultOf(type.get(), column.getDefault(), path)
                    .then(value -> Checked.valid(checked.setDefault(value).build()));
        });
    }

    static boolean isName(String name) {
        return !name.isEmpty()
                && name.length() <= MAX_NAME
                && name.chars().noneMatch(letter -> letter < ' ' || letter == 0x7f);
    }

    private static Optional<String> misfit(ColumnType type, List<ShardColumn> children) {
        List<String> names = children.stream().map(ShardColumn::getName).toList();
        return switch (type.kind()) {
            case STRUCT -> children.isEmpty() ? Optional.of("a struct has fields") : Optional.empty();
            case LIST -> expected("a list has one part, called element", names, List.of("element"));
            case MAP -> expected("a map has two parts, called key and value", names, List.of("key", "value"));
            default -> expected("type " + type + " has no parts", names, List.of());
        };
    }

    private static Optional<String> expected(String rule, List<String> names, List<String> expected) {
        return names.equals(expected) ? Optional.empty() : Optional.of(rule);
    }

    /** The default with its literal in canonical form. */
    static Checked<ColumnDefault> defaultOf(ColumnType type, ColumnDefault given, String path) {
        if (!given.hasLiteral()) {
            return Checked.valid(given);
        }
        Optional<String> literal = given.getLiteral().length() > MAX_LITERAL
                ? Optional.empty()
                : Literals.canonical(type, given.getLiteral());
        return literal.map(
                        text -> Checked.valid(given.toBuilder().setLiteral(text).build()))
                .orElseGet(() -> Checked.invalid(
                        "column '" + path + "': its default '" + abbreviated(given.getLiteral()) + "' is no " + type));
    }

    /** Never between the two halves of a character, which would not come back from the store as it went in. */
    static String abbreviated(String text) {
        return text.codePointCount(0, text.length()) > LONGEST_SHOWN
                ? text.substring(0, text.offsetByCodePoints(0, LONGEST_SHOWN)) + "..."
                : text;
    }
}
