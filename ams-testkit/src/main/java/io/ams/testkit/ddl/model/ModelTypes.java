package io.ams.testkit.ddl.model;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The few types that the model knows, and names. */
final class ModelTypes {
    private static final List<List<String>> GROWING =
            List.of(List.of("int", "long"), List.of("float", "double"), List.of("decimal(9,2)", "decimal(12,2)"));

    private ModelTypes() {}

    static boolean sameName(String left, String right) {
        return left.toLowerCase(Locale.ROOT).equals(right.toLowerCase(Locale.ROOT));
    }

    /** The type that values of both fit into. */
    static Optional<String> common(String left, String right) {
        if (left.equals(right)) {
            return Optional.of(left);
        }
        return GROWING.stream()
                .filter(chain -> chain.contains(left) && chain.contains(right))
                .map(chain -> chain.get(1))
                .findFirst();
    }

    private static Optional<String> truth(String text) {
        return switch (text) {
            case "true", "1" -> Optional.of("true");
            case "false", "0" -> Optional.of("false");
            default -> Optional.empty();
        };
    }

    /** What rows that are there take for a NOT NULL column without a default. */
    static Optional<String> zero(String type) {
        return switch (type) {
            case "string" -> Optional.of("");
            case "boolean" -> Optional.of("false");
            case "date" -> Optional.empty();
            case "decimal(9,2)", "decimal(12,2)" -> Optional.of("0.00");
            default -> Optional.of("0");
        };
    }

    /** The constant in the one spelling of this type; empty if it is none. */
    static Optional<String> constant(String type, String text) {
        boolean number = text.matches("[0-9]+([.]00)?");
        String whole = text.replace(".00", "");
        return switch (type) {
            case "string" -> Optional.of(text);
            case "boolean" -> truth(text);
            case "date" -> text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}") ? Optional.of(text) : Optional.empty();
            case "decimal(9,2)", "decimal(12,2)" -> number ? Optional.of(whole + ".00") : Optional.empty();
            default -> number ? Optional.of(whole) : Optional.empty();
        };
    }
}
