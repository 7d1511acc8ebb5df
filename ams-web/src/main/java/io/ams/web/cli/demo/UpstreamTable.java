package io.ams.web.cli.demo;

import io.ams.ddl.protocol.Column;
import io.ams.ddl.protocol.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table of a shard's database, as much of one as it takes to know what it would show: rows change with the schema as MySQL changes
 * them. For one thread.
 */
public final class UpstreamTable {
    private final Map<String, Kind> columns = new LinkedHashMap<>();
    private final List<Map<String, @Nullable Object>> rows = new ArrayList<>();

    /** Types of columns, in MySQL's words and in Iceberg's. */
    enum Kind {
        INT("INT", "int"),
        BIGINT("BIGINT", "long"),
        TEXT("VARCHAR(40)", "string"),
        MONEY("DECIMAL(10,2)", "decimal(10,2)");

        private final String sql;
        private final String iceberg;

        Kind(String sql, String iceberg) {
            this.sql = sql;
            this.iceberg = iceberg;
        }
    }

    /** A change: the statement, and what it does to the table. */
    interface Alteration {
        String sql();

        void apply(UpstreamTable table);
    }

    /** A table with the columns that every shard begins with. */
    static UpstreamTable begin() {
        UpstreamTable table = new UpstreamTable();
        table.columns.put("shard", Kind.TEXT);
        table.columns.put("id", Kind.BIGINT);
        table.columns.put("city", Kind.TEXT);
        return table;
    }

    /** The schema as a shard joins with it. */
    Schema schema() {
        List<Column> described = new ArrayList<>();
        columns.forEach((name, kind) -> described.add(Column.of(name, kind.iceberg)));
        return new Schema(described, null);
    }

    Optional<Kind> kindOf(String column) {
        return Optional.ofNullable(columns.get(column));
    }

    /** Every row as the database shows it now. */
    List<Map<String, @Nullable Object>> rows() {
        return rows;
    }

    Map<String, @Nullable Object> insert(Map<String, @Nullable Object> values) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        columns.keySet().forEach(name -> row.put(name, values.get(name)));
        rows.add(row);
        return row;
    }

    /** Adds a column; rows that are there take the default. */
    static Alteration add(String name, Kind kind, @Nullable Object value) {
        return new Alteration() {
            @Override
            public String sql() {
                String text = value == null ? "" : " NOT NULL DEFAULT '" + value + "'";
                return "ALTER TABLE orders ADD COLUMN " + name + " " + kind.sql + text;
            }

            @Override
            public void apply(UpstreamTable table) {
                table.columns.put(name, kind);
                table.rows.forEach(row -> row.put(name, value));
            }
        };
    }

    static Alteration drop(String name) {
        return new Alteration() {
            @Override
            public String sql() {
                return "ALTER TABLE orders DROP COLUMN " + name;
            }

            @Override
            public void apply(UpstreamTable table) {
                table.columns.remove(name);
                table.rows.forEach(row -> row.remove(name));
            }
        };
    }

    static Alteration rename(String from, String to) {
        return new Alteration() {
            @Override
            public String sql() {
                return "ALTER TABLE orders RENAME COLUMN " + from + " TO " + to;
            }

            @Override
            public void apply(UpstreamTable table) {
                Kind kind = table.columns.remove(from);
                if (kind != null) {
                    table.columns.put(to, kind);
                }
                table.rows.forEach(row -> row.put(to, row.remove(from)));
            }
        };
    }

    /** From INT to BIGINT. */
    static Alteration widen(String name, Object value) {
        return new Alteration() {
            @Override
            public String sql() {
                return "ALTER TABLE orders MODIFY COLUMN " + name + " BIGINT NOT NULL DEFAULT '" + value + "'";
            }

            @Override
            public void apply(UpstreamTable table) {
                table.columns.put(name, Kind.BIGINT);
            }
        };
    }

    /** Something that the table's rows do not show. */
    static Alteration index(String column) {
        return new Alteration() {
            @Override
            public String sql() {
                return "ALTER TABLE orders ADD INDEX by_" + column + " (" + column + ")";
            }

            @Override
            public void apply(UpstreamTable table) {
                // Rows stay as they are.
            }
        };
    }
}
