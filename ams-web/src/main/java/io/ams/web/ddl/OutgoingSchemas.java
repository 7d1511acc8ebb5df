package io.ams.web.ddl;

import io.ams.ddl.protocol.Column;
import io.ams.ddl.protocol.DefaultValue;
import io.ams.ddl.protocol.Schema;
import io.ams.proto.ColumnDefault;
import io.ams.proto.ColumnPath;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Schemas of the core as they are sent. */
final class OutgoingSchemas {
    private OutgoingSchemas() {}

    static Schema schema(ShardSchema schema) {
        List<List<String>> key = schema.hasIdentifier()
                ? schema.getIdentifier().getColumnsList().stream()
                        .map((ColumnPath path) -> List.copyOf(path.getNamesList()))
                        .toList()
                : null;
        return new Schema(
                schema.getColumnsList().stream().map(OutgoingSchemas::column).toList(), key);
    }

    private static Column column(ShardColumn column) {
        List<Column> parts =
                column.getChildrenList().stream().map(OutgoingSchemas::column).toList();
        boolean struct = column.getType().equals("struct");
        boolean list = column.getType().equals("list");
        boolean map = column.getType().equals("map");
        return new Column(
                column.getName(),
                column.getType(),
                column.getRequired() ? true : null,
                value(column),
                struct ? parts : null,
                list ? parts.get(0) : null,
                map ? parts.get(0) : null,
                map ? parts.get(1) : null);
    }

    private static @Nullable DefaultValue value(ShardColumn column) {
        ColumnDefault value = column.getDefault();
        return switch (value.getKindCase()) {
            case LITERAL -> DefaultValue.of(value.getLiteral());
            case COMPUTED -> new DefaultValue(null, true, null);
            case GENERATED -> new DefaultValue(null, null, true);
            case KIND_NOT_SET -> null;
        };
    }
}
