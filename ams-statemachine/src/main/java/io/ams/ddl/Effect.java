package io.ams.ddl;

import io.ams.proto.AddColumn;
import io.ams.proto.Identifier;
import java.util.List;
import java.util.Optional;

/** What a change did to a shard's schema, for the rules that carry it over to the target. */
sealed interface Effect {
    /** Where a column lies: the struct it is in, if any, and its path. */
    record Place(Optional<ShardNode> parent, List<String> path) {
        public Place {
            path = List.copyOf(path);
        }

        String text() {
            return String.join(".", path);
        }
    }

    /** A column came, not bound yet. */
    record Added(Place place, ShardNode node, AddColumn change) implements Effect {}

    /** A column went, with its bindings as they were. */
    record Dropped(Place place, ShardNode node) implements Effect {}

    /** A column has a new name; the place is the new one. */
    record Move(Place place, ShardNode node, String oldName) {}

    /** Columns have new names, all at once. */
    record Renamed(List<Move> moves) implements Effect {}

    /**
     * A column has another type. What was inside it before is gone from it, with its bindings as they were; its default is the
     * same value in the new type, or gone if that has no such value.
     */
    record Retyped(
            Place place, ShardNode node, ColumnType before, List<ShardNode> partsBefore, Optional<String> literalBefore)
            implements Effect {}

    /** A column allows NULL now, or does not any more. */
    record Loosened(Place place, ShardNode node) implements Effect {}

    /** A column has another default; this is the literal it had. */
    record Defaulted(Place place, ShardNode node, Optional<String> before) implements Effect {}

    /** A column has a comment. */
    record Commented(Place place, ShardNode node, String comment) implements Effect {}

    /** The primary key is another one. */
    record Identified(Identifier identifier) implements Effect {}

    /** Nothing that the target knows. */
    record Nothing(String column, String what) implements Effect {}

    /** All rows of the shard went. */
    record Truncated() implements Effect {}
}
