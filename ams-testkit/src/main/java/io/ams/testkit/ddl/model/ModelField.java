package io.ams.testkit.ddl.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A field of the table. */
final class ModelField {
    final int id;
    String name;
    String type;
    boolean required;
    String comment = "";
    Optional<String> initial = Optional.empty();
    Optional<String> written = Optional.empty();

    /** What shards that lack the column write for it. */
    Optional<String> fill = Optional.empty();

    boolean dropWanted;

    /** The name that it gets when the older field of that name is gone; empty if it has its name. */
    String wanted = "";

    /** 1 for the second field of that name, and so on; 0 if it has its name. */
    int generation;

    final List<String> former = new ArrayList<>();

    ModelField(int id, String name, String type) {
        this.id = id;
        this.name = name;
        this.type = type;
    }

    ModelField copy() {
        ModelField copy = new ModelField(id, name, type);
        copy.required = required;
        copy.comment = comment;
        copy.initial = initial;
        copy.written = written;
        copy.fill = fill;
        copy.dropWanted = dropWanted;
        copy.wanted = wanted;
        copy.generation = generation;
        copy.former.addAll(former);
        return copy;
    }

    boolean isCalled(String asked) {
        return ModelTypes.sameName(name, asked);
    }

    boolean isToBeCalled(String asked) {
        return !wanted.isEmpty() && ModelTypes.sameName(wanted, asked);
    }

    boolean wasCalled(String asked) {
        return former.stream().anyMatch(one -> ModelTypes.sameName(one, asked));
    }

    void rename(String to) {
        if (!isCalled(to)) {
            former.add(name);
        }
        name = to;
    }
}
