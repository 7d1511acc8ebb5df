package io.ams.testkit.ddl;

import io.ams.ddl.ShardDraft;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import io.ams.testkit.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Schemas, and changes to them, over few names and types, so that they meet and clash. */
final class RandomChanges extends Dice {
    static final List<String> NAMES = List.of("a", "b", "c", "d");

    private static final List<String> PRIMITIVES = List.of(
            "int",
            "long",
            "float",
            "double",
            "string",
            "date",
            "timestamp",
            "decimal(5,2)",
            "decimal(9,2)",
            "decimal(9,4)");
    private static final List<String> NESTED = List.of(
            "struct<x:int,y:long>",
            "struct<y:long,z:string>",
            "struct<x:long>",
            "list<int>",
            "list<long>",
            "map<string,int>",
            "map<int,long>",
            "map<struct<x:int>,int>");
    private static final int MOST_TRIES = 20;

    RandomChanges(SplittableRandom random) {
        super(random);
    }

    String primitive() {
        return of(PRIMITIVES);
    }

    /** Always with a column "id", so that no schema is ever empty. */
    ShardSchema schema() {
        List<String> columns = new ArrayList<>(List.of("id:int"));
        for (String name : NAMES) {
            if (chance(40)) {
                columns.add(column(name));
            }
        }
        return ChangeText.schema(String.join(" ", columns));
    }

    private String column(String name) {
        if (chance(20)) {
            return name + ":" + of(NESTED);
        }
        String type = primitive();
        return name + ":" + type + (chance(30) ? "!" : "") + value(type);
    }

    private String value(String type) {
        int choice = below(10);
        if (choice < 6) {
            return "";
        } else if (choice < 8 && "int long float double".contains(type)) {
            return "=" + below(3);
        }
        return choice == 8 ? "=now()" : choice == 9 ? "=gen()" : "";
    }

    /** One to three changes, mostly ones that the schema can have. */
    List<SchemaChange> changes(ShardSchema schema) {
        List<SchemaChange> changes = new ArrayList<>();
        ShardSchema now = schema;
        int count = 1 + below(3);
        for (int tries = 0; changes.size() < count && tries < MOST_TRIES; tries++) {
            List<SchemaChange> one = ChangeText.changes(change(now));
            ShardSchema next = after(now, one);
            boolean valid = !next.equals(ShardSchema.getDefaultInstance());
            if (valid || chance(2)) {
                changes.addAll(one);
                now = valid ? next : now;
            }
        }
        return changes.isEmpty() ? ChangeText.changes("#index") : changes;
    }

    /** The schema after the changes; empty if it cannot have them. */
    static ShardSchema after(ShardSchema schema, List<SchemaChange> changes) {
        return ShardDraft.of(schema)
                .changed(changes)
                .fold(ShardDraft::toMessage, complaint -> ShardSchema.getDefaultInstance());
    }

    private String change(ShardSchema schema) {
        String name = path(schema);
        return switch (below(13)) {
            case 0, 1, 2 -> "+" + column(of(NAMES));
            case 3, 4 -> "-" + name;
            case 5 -> name + "=>" + of(NAMES);
            case 6 -> name + "=>" + of(NAMES) + "," + path(schema) + "=>" + of(NAMES);
            case 7 -> name + "::" + primitive();
            case 8 -> name + "::" + of(NESTED);
            case 9 -> name + (chance(50) ? "!" : "?");
            case 10 -> name + "=" + (chance(30) ? "" : Integer.toString(below(3)));
            case 11 -> chance(50) ? "pk(id)" : "pk(id," + of(NAMES) + ")";
            default -> of(List.of("#index", "truncate", name + "//text", "+" + name + ".w:int"));
        };
    }

    /** A column of the schema, now and then one inside another, or one that may not be there. */
    private String path(ShardSchema schema) {
        if (chance(10)) {
            return of(NAMES);
        }
        ShardColumn column = of(schema.getColumnsList());
        String path = column.getName();
        if (column.getChildrenCount() > 0 && chance(50)) {
            path = path + "." + of(column.getChildrenList()).getName();
        }
        return path.equals("id") ? of(NAMES) : path;
    }
}
