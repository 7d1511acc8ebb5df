package io.ams.web.ddl.mysql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Types of characters, bytes and bits. */
final class TextTypes {
    /** No limit that a default could pass. */
    static final long UNLIMITED = Long.MAX_VALUE;

    private TextTypes() {}

    /**
     * Characters.
     *
     * @param trimmed whether blanks at the end are not kept
     */
    record Characters(long longest, boolean trimmed) implements MySqlType {
        @Override
        public String iceberg() {
            return "string";
        }

        @Override
        public Optional<String> literal(Constant constant) {
            return constant.text()
                    .map(text -> trimmed ? withoutBlanksAtEnd(text) : text)
                    .filter(text -> text.codePointCount(0, text.length()) <= longest);
        }
    }

    /** A JSON document. Rows that are there when a NOT NULL column comes read as the document {@code null}. */
    record Json() implements MySqlType {
        @Override
        public String iceberg() {
            return "string";
        }

        @Override
        public Optional<String> literal(Constant constant) {
            return constant.text();
        }

        @Override
        public Optional<String> implicit() {
            return Optional.of("null");
        }
    }

    /**
     * One of some strings (ENUM), or some of them (SET). A value is spelled as the type spells it.
     *
     * @param several whether a value is a set of members
     */
    record Choice(List<String> members, boolean several) implements MySqlType {
        Choice {
            members = members.stream().map(TextTypes::withoutBlanksAtEnd).toList();
        }

        @Override
        public String iceberg() {
            return "string";
        }

        @Override
        public Optional<String> literal(Constant constant) {
            if (!(constant instanceof Constant.Text text)) {
                return Optional.empty();
            }
            return several ? set(text.value()) : member(text.value()).map(members::get);
        }

        @Override
        public Optional<String> implicit() {
            return several || members.isEmpty() ? Optional.empty() : Optional.of(members.get(0));
        }

        private Optional<String> set(String value) {
            Set<Integer> chosen = new TreeSet<>();
            for (String name : value.isEmpty() ? new String[0] : value.split(",", -1)) {
                Optional<Integer> member = member(name);
                if (member.isEmpty()) {
                    return Optional.empty();
                }
                chosen.add(member.get());
            }
            List<String> names = new ArrayList<>();
            chosen.forEach(member -> names.add(members.get(member)));
            return Optional.of(String.join(",", names));
        }

        private Optional<Integer> member(String name) {
            String bare = withoutBlanksAtEnd(name);
            int exact = members.indexOf(bare);
            if (exact >= 0) {
                return Optional.of(exact);
            }
            String folded = bare.toLowerCase(Locale.ROOT);
            int alike = members.stream()
                    .map(member -> member.toLowerCase(Locale.ROOT))
                    .toList()
                    .indexOf(folded);
            return alike < 0 ? Optional.empty() : Optional.of(alike);
        }
    }

    /**
     * Bytes.
     *
     * @param padded whether each value has the full length, filled with zeros
     */
    record Bytes(long longest, boolean padded) implements MySqlType {
        @Override
        public String iceberg() {
            return "binary";
        }

        @Override
        public Optional<String> literal(Constant constant) {
            String hex = constant.hex();
            int length = hex.length() / 2;
            if (length > longest) {
                return Optional.empty();
            }
            return Optional.of(padded ? hex + zeros((int) longest - length) : hex);
        }

        @Override
        public Optional<String> implicit() {
            return padded ? Optional.of(zeros((int) longest)) : Optional.empty();
        }
    }

    /** Bits: one of them is a truth value, more are bytes with the lowest bit last. */
    record BitField(int bits) implements MySqlType {
        @Override
        public String iceberg() {
            return bits == 1 ? "boolean" : "binary";
        }

        /** Not from a string: MySQL takes the codes of its characters. */
        @Override
        public Optional<String> literal(Constant constant) {
            if (constant instanceof Constant.Text) {
                return Optional.empty();
            }
            return constant.number()
                    .filter(number ->
                            number.signum() >= 0 && number.stripTrailingZeros().scale() <= 0)
                    .map(BigDecimal::toBigInteger)
                    .filter(number -> number.bitLength() <= bits)
                    .map(this::shown);
        }

        @Override
        public Optional<String> implicit() {
            return bits == 1 ? Optional.empty() : Optional.of(shown(BigInteger.ZERO));
        }

        private String shown(BigInteger value) {
            return bits == 1
                    ? Boolean.toString(value.signum() > 0)
                    : Constant.Bits.padded(value, (bits + Byte.SIZE - 1) / Byte.SIZE);
        }
    }

    private static String zeros(int bytes) {
        return "00".repeat(bytes);
    }

    private static String withoutBlanksAtEnd(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(0, end);
    }
}
