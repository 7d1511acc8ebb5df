package io.ams.testkit.ddl.history;

import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The table of a shard as the shard itself takes it to be; flat. Not for several threads. */
final class ShardTable {
    private final List<ShardColumn> columns;

    ShardTable(ShardSchema schema) {
        this.columns = new ArrayList<>(schema.getColumnsList());
    }

    private ShardTable(List<ShardColumn> columns) {
        this.columns = new ArrayList<>(columns);
    }

    ShardTable copy() {
        return new ShardTable(columns);
    }

    List<ShardColumn> columns() {
        return List.copyOf(columns);
    }

    ShardSchema schema() {
        return ShardSchema.newBuilder().addAllColumns(columns).build();
    }

    Optional<ShardColumn> column(String name) {
        return columns.stream().filter(column -> isSame(column.getName(), name)).findFirst();
    }

    private static boolean isSame(String left, String right) {
        return left.toLowerCase(Locale.ROOT).equals(right.toLowerCase(Locale.ROOT));
    }

    /** Makes the changes if the table can have all of them; false, and nothing is changed, if it cannot. */
    boolean make(List<SchemaChange> changes) {
        ShardTable trial = copy();
        if (!changes.stream().allMatch(trial::make)) {
            return false;
        }
        columns.clear();
        columns.addAll(trial.columns);
        return true;
    }

    private boolean make(SchemaChange change) {
        return switch (change.getChangeCase()) {
            case ADD -> {
                ShardColumn added = change.getAdd().getColumn();
                yield column(added.getName()).isEmpty() && columns.add(added);
            }
            case DROP ->
                columns.size() > 1
                        && columns.removeIf(column ->
                                isSame(column.getName(), change.getDrop().getPath(0)));
            case RENAME -> rename(change.getRename().getColumnsList());
            // A default is spelled as its type wants it: the shard has none until it says so anew.
            case TYPE ->
                alter(
                        change.getType().getPath(0),
                        column -> column.setType(change.getType().getType()).clearDefault());
            case NULLABILITY ->
                alter(
                        change.getNullability().getPath(0),
                        column -> column.setRequired(change.getNullability().getRequired()));
            case DEFAULT ->
                alter(change.getDefault().getPath(0), column -> {
                    if (change.getDefault().hasDefault()) {
                        column.setDefault(change.getDefault().getDefault());
                    } else {
                        column.clearDefault();
                    }
                });
            case COMMENT -> column(change.getComment().getPath(0)).isPresent();
            case IDENTIFIER ->
                change.getIdentifier().getIdentifier().getColumnsList().stream()
                        .allMatch(path -> column(path.getNames(0)).isPresent());
            case NO_EFFECT, TRUNCATE -> true;
            case CHANGE_NOT_SET -> false;
        };
    }

    private interface Alteration {
        void make(ShardColumn.Builder column);
    }

    private boolean alter(String name, Alteration alteration) {
        Optional<ShardColumn> column = column(name);
        column.ifPresent(there -> {
            ShardColumn.Builder altered = there.toBuilder();
            alteration.make(altered);
            columns.set(columns.indexOf(there), altered.build());
        });
        return column.isPresent();
    }

    private boolean rename(List<RenamedColumn> renames) {
        List<Integer> places = new ArrayList<>();
        for (RenamedColumn rename : renames) {
            Optional<ShardColumn> column = column(rename.getPath(0));
            if (column.isEmpty()) {
                return false;
            }
            places.add(columns.indexOf(column.get()));
        }
        for (int i = 0; i < renames.size(); i++) {
            int place = places.get(i);
            columns.set(
                    place,
                    columns.get(place).toBuilder()
                            .setName(renames.get(i).getNewName())
                            .build());
        }
        Set<String> names = new HashSet<>();
        return columns.stream().allMatch(column -> names.add(column.getName().toLowerCase(Locale.ROOT)));
    }
}
