package io.ams.testkit.ddl;

import io.ams.proto.AddColumn;
import io.ams.proto.ChangeComment;
import io.ams.proto.ChangeDefault;
import io.ams.proto.ChangeIdentifier;
import io.ams.proto.ChangeNullability;
import io.ams.proto.ChangeType;
import io.ams.proto.ColumnDefault;
import io.ams.proto.ColumnPath;
import io.ams.proto.DropColumn;
import io.ams.proto.Identifier;
import io.ams.proto.NoEffect;
import io.ams.proto.RenameColumns;
import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import io.ams.proto.Truncate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Changes and schemas in a short notation, for tests.
 *
 * <p>{@code +c:int} adds, {@code +c:int!} adds NOT NULL, {@code +c:int=5} with a default, {@code +c:int=now()} with a computed one,
 * {@code +c:int=gen()} generated; {@code -c} drops; {@code a=>b} renames, {@code a=>b,b=>a} at once; {@code c::long} changes the
 * type; {@code c!} and {@code c?} NULL; {@code c=5} and {@code c=} the default; {@code c//text} comments; {@code pk(a,b)} the primary
 * key; {@code truncate}; {@code #index} has no effect. Paths have dots. Types nest: {@code struct<x:int,y:list<string>>},
 * {@code map<string,long>}. Several changes of one announcement are separated by blanks.
 */
public final class ChangeText {
    private ChangeText() {}

    /** The changes of an announcement. */
    public static List<SchemaChange> changes(String text) {
        return Arrays.stream(text.strip().split(" +", -1))
                .map(ChangeText::change)
                .toList();
    }

    /** A schema: columns as they are added, without the plus. */
    public static ShardSchema schema(String text) {
        ShardSchema.Builder schema = ShardSchema.newBuilder();
        for (String column : text.strip().split(" +", -1)) {
            if (column.startsWith("pk(")) {
                schema.setIdentifier(identifier(column));
            } else {
                schema.addColumns(column(column));
            }
        }
        return schema.build();
    }

    private static SchemaChange change(String text) {
        SchemaChange.Builder change = SchemaChange.newBuilder();
        if (text.startsWith("+")) {
            return change.setAdd(add(text.substring(1))).build();
        } else if (text.startsWith("-")) {
            return change.setDrop(DropColumn.newBuilder().addAllPath(path(text.substring(1))))
                    .build();
        } else if (text.startsWith("#")) {
            return change.setNoEffect(NoEffect.newBuilder().setWhat(text.substring(1)))
                    .build();
        } else if (text.equals("truncate")) {
            return change.setTruncate(Truncate.getDefaultInstance()).build();
        } else if (text.startsWith("pk(")) {
            return change.setIdentifier(ChangeIdentifier.newBuilder().setIdentifier(identifier(text)))
                    .build();
        } else if (text.contains("=>")) {
            return change.setRename(renames(text)).build();
        }
        return columnChange(text);
    }

    private static SchemaChange columnChange(String text) {
        SchemaChange.Builder change = SchemaChange.newBuilder();
        if (text.contains("::")) {
            String[] parts = text.split("::", 2);
            ShardColumn typed = column("x:" + parts[1]);
            return change.setType(ChangeType.newBuilder()
                            .addAllPath(path(parts[0]))
                            .setType(typed.getType())
                            .addAllChildren(typed.getChildrenList()))
                    .build();
        } else if (text.contains("//")) {
            String[] parts = text.split("//", 2);
            return change.setComment(ChangeComment.newBuilder()
                            .addAllPath(path(parts[0]))
                            .setComment(parts[1]))
                    .build();
        } else if (text.endsWith("!") || text.endsWith("?")) {
            return change.setNullability(ChangeNullability.newBuilder()
                            .addAllPath(path(text.substring(0, text.length() - 1)))
                            .setRequired(text.endsWith("!")))
                    .build();
        } else if (text.contains("=")) {
            String[] parts = text.split("=", 2);
            ChangeDefault.Builder changed = ChangeDefault.newBuilder().addAllPath(path(parts[0]));
            value(parts[1]).ifPresent(changed::setDefault);
            return change.setDefault(changed).build();
        }
        throw new IllegalArgumentException("no change: " + text);
    }

    private static List<String> path(String text) {
        return List.of(text.split("\\."));
    }

    private static Identifier identifier(String text) {
        Identifier.Builder identifier = Identifier.newBuilder();
        String inside = text.substring("pk(".length(), text.length() - 1);
        if (!inside.isEmpty()) {
            for (String column : inside.split(",", -1)) {
                identifier.addColumns(ColumnPath.newBuilder().addAllNames(path(column)));
            }
        }
        return identifier.build();
    }

    private static RenameColumns renames(String text) {
        RenameColumns.Builder renames = RenameColumns.newBuilder();
        for (String one : text.split(",", -1)) {
            String[] parts = one.split("=>", 2);
            renames.addColumns(
                    RenamedColumn.newBuilder().addAllPath(path(parts[0])).setNewName(parts[1]));
        }
        return renames.build();
    }

    private static AddColumn add(String text) {
        int colon = text.indexOf(':');
        List<String> path = path(text.substring(0, colon));
        ShardColumn column = column(path.get(path.size() - 1) + text.substring(colon));
        AddColumn.Builder add = AddColumn.newBuilder()
                .addAllParent(path.subList(0, path.size() - 1))
                .setColumn(column);
        if (column.getDefault().getGenerated()) {
            add.setExisting(column.getDefault());
        }
        return add.build();
    }

    /** One column: {@code name:type}, with {@code !} for NOT NULL and a default behind {@code =}. */
    private static ShardColumn column(String text) {
        int colon = text.indexOf(':');
        ShardColumn.Builder column = ShardColumn.newBuilder().setName(text.substring(0, colon));
        String rest = text.substring(colon + 1);
        int end = endOfType(rest);
        takeType(column, rest.substring(0, end));
        String decoration = rest.substring(end);
        if (decoration.startsWith("!")) {
            column.setRequired(true);
            decoration = decoration.substring(1);
        }
        if (decoration.startsWith("=")) {
            value(decoration.substring(1)).ifPresent(column::setDefault);
        }
        return column.build();
    }

    private static int endOfType(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            depth += letter == '<' || letter == '(' ? 1 : letter == '>' || letter == ')' ? -1 : 0;
            if (depth == 0 && (letter == '!' || letter == '=')) {
                return i;
            }
        }
        return text.length();
    }

    private static void takeType(ShardColumn.Builder column, String type) {
        if (type.startsWith("struct<")) {
            column.setType("struct");
            parts(type).forEach(part -> column.addChildren(column(part)));
        } else if (type.startsWith("list<")) {
            column.setType("list").addChildren(column("element:" + parts(type).get(0)));
        } else if (type.startsWith("map<")) {
            column.setType("map")
                    .addChildren(column("key:" + parts(type).get(0) + "!"))
                    .addChildren(column("value:" + parts(type).get(1)));
        } else {
            column.setType(type);
        }
    }

    private static List<String> parts(String type) {
        String inside = type.substring(type.indexOf('<') + 1, type.length() - 1);
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < inside.length(); i++) {
            char letter = inside.charAt(i);
            depth += letter == '<' || letter == '(' ? 1 : letter == '>' || letter == ')' ? -1 : 0;
            if (letter == ',' && depth == 0) {
                parts.add(inside.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(inside.substring(start));
        return parts;
    }

    private static Optional<ColumnDefault> value(String text) {
        return switch (text) {
            case "" -> Optional.empty();
            case "now()" ->
                Optional.of(ColumnDefault.newBuilder().setComputed(true).build());
            case "gen()" ->
                Optional.of(ColumnDefault.newBuilder().setGenerated(true).build());
            default -> Optional.of(ColumnDefault.newBuilder().setLiteral(text).build());
        };
    }
}
