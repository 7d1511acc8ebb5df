package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change of a shard's schema.
 *
 * @param op add, drop, rename, type, nullability, default, comment, identifier, no-effect or truncate
 * @param path the column, outer name first: all but add, rename and identifier
 * @param parent add: the struct that gets the column; null for the table itself
 * @param column add: the column; type: its new type and parts
 * @param existing add: what rows that are there take; null: the default, or the type's zero if it is NOT NULL without one
 * @param tolerant add: do nothing if it is there; drop: do nothing if it is not
 * @param renames rename
 * @param required nullability
 * @param defaultValue default; null: none any more
 * @param comment add and comment
 * @param identifier the primary key's columns
 * @param what no-effect: in words
 */
public record Change(
        String op,
        @Nullable List<String> path,
        @Nullable List<String> parent,
        @Nullable Column column,
        @Nullable DefaultValue existing,
        @Nullable Boolean tolerant,
        @Nullable List<Rename> renames,
        @Nullable Boolean required,
        @Nullable DefaultValue defaultValue,
        @Nullable String comment,
        @Nullable List<List<String>> identifier,
        @Nullable String what) {
    /** A new column of the table. */
    public static Change add(Column column) {
        return new Change("add", null, null, column, null, null, null, null, null, null, null, null);
    }

    public static Change drop(String... path) {
        return new Change("drop", List.of(path), null, null, null, null, null, null, null, null, null, null);
    }

    /** Another name for one column of the table. */
    public static Change rename(String column, String to) {
        List<Rename> renames = List.of(new Rename(List.of(column), to));
        return new Change("rename", null, null, null, null, null, renames, null, null, null, null, null);
    }

    /** Another primitive type. */
    public static Change type(String type, String... path) {
        Column column = new Column(null, type, null, null, null, null, null, null);
        return new Change("type", List.of(path), null, column, null, null, null, null, null, null, null, null);
    }
}
