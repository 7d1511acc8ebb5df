package io.ams.web.ddl;

import io.ams.ddl.protocol.Column;
import io.ams.ddl.protocol.DefaultValue;
import io.ams.ddl.protocol.Schema;
import io.ams.op.ErrorCode;
import io.ams.proto.ColumnDefault;
import io.ams.proto.ColumnPath;
import io.ams.proto.Identifier;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import io.ams.raft.AmsException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Schemas as they are sent, as messages of the core. What is not whole is refused with BAD_REQUEST; the core judges the rest. */
public final class IncomingSchemas {
    /** What is nested deeper than about a hundred levels does not read back from the log, on any node. */
    private static final int MAX_DEPTH = 32;

    private IncomingSchemas() {}

    /** The schema as the core takes it. */
    public static ShardSchema schema(Schema sent) {
        ShardSchema.Builder schema = ShardSchema.newBuilder();
        for (Column column : given(sent.columns(), "schema.columns")) {
            schema.addColumns(column(column, given(given(column, "a column").name(), "column.name")));
        }
        if (sent.primaryKey() != null) {
            schema.setIdentifier(identifier(sent.primaryKey()));
        }
        return schema.build();
    }

    static Identifier identifier(List<List<String>> columns) {
        Identifier.Builder identifier = Identifier.newBuilder();
        columns.forEach(path -> identifier.addColumns(ColumnPath.newBuilder().addAllNames(path(path))));
        return identifier.build();
    }

    static List<String> path(@Nullable List<String> sent) {
        List<String> path = given(sent, "path");
        if (path.isEmpty() || path.contains(null) || path.contains("")) {
            throw bad("a path is a list of names, the outer one first");
        }
        return path;
    }

    static ShardColumn column(Column sent, String name) {
        return column(sent, name, 1);
    }

    private static ShardColumn column(Column sent, String name, int depth) {
        if (depth > MAX_DEPTH) {
            throw bad("a schema is nested at most " + MAX_DEPTH + " deep");
        }
        ShardColumn.Builder column = ShardColumn.newBuilder().setName(name).setType(given(sent.type(), "column.type"));
        column.setRequired(Boolean.TRUE.equals(sent.required()));
        value(sent.defaultValue()).ifPresent(column::setDefault);
        if (sent.fields() != null) {
            sent.fields()
                    .forEach(field -> column.addChildren(
                            column(given(field, "a column"), given(field.name(), "column.name"), depth + 1)));
        }
        part(column, sent.element(), "element", depth);
        part(column, sent.key(), "key", depth);
        part(column, sent.value(), "value", depth);
        return column.build();
    }

    private static void part(ShardColumn.Builder column, @Nullable Column part, String name, int depth) {
        if (part != null) {
            ShardColumn converted = column(part, name, depth + 1);
            column.addChildren(
                    name.equals("key") ? converted.toBuilder().setRequired(true).build() : converted);
        }
    }

    static Optional<ColumnDefault> value(@Nullable DefaultValue sent) {
        if (sent == null) {
            return Optional.empty();
        }
        boolean computed = Boolean.TRUE.equals(sent.computed());
        boolean generated = Boolean.TRUE.equals(sent.generated());
        int kinds = (sent.literal() == null ? 0 : 1) + (computed ? 1 : 0) + (generated ? 1 : 0);
        if (kinds != 1) {
            throw bad("a default is one of literal, computed and generated");
        }
        if (sent.literal() != null) {
            return Optional.of(
                    ColumnDefault.newBuilder().setLiteral(sent.literal()).build());
        }
        return Optional.of(
                computed
                        ? ColumnDefault.newBuilder().setComputed(true).build()
                        : ColumnDefault.newBuilder().setGenerated(true).build());
    }

    static <T> T given(@Nullable T sent, String field) {
        if (sent == null) {
            throw bad("field " + field + " is missing");
        }
        return sent;
    }

    static AmsException bad(String detail) {
        return new AmsException(ErrorCode.BAD_REQUEST, detail);
    }
}
