package io.ams.web.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows in aligned columns, two blanks apart. Numbers stand to the right, all else to the left; no blanks at the end of a line. */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... header) {
        rows.add(List.of(header));
    }

    /** Adds a row; {@code null} becomes {@code -}. There must be one cell for each column. */
    public TextTable row(@org.jspecify.annotations.Nullable Object... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException(
                    cells.length + " cells for " + rows.get(0).size() + " columns");
        }
        rows.add(Arrays.stream(cells)
                .map(cell -> cell == null ? "-" : cell.toString())
                .toList());
        return this;
    }

    /** The lines, each ended by a line feed. */
    public String render() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        boolean[] numeric = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            int c = column;
            widths[c] = rows.stream().mapToInt(row -> row.get(c).length()).max().orElse(0);
            numeric[c] = rows.size() > 1 && rows.stream().skip(1).allMatch(row -> isNumber(row.get(c)));
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < columns; c++) {
                String pad = " ".repeat(widths[c] - row.get(c).length());
                line.append(c == 0 ? "" : GAP).append(numeric[c] ? pad + row.get(c) : row.get(c) + pad);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static boolean isNumber(String cell) {
        return cell.equals("-") || cell.matches("-?[0-9][0-9.,]*( ?(%|ms|s|/s|us|B|KiB|MiB|GiB))?");
    }
}
