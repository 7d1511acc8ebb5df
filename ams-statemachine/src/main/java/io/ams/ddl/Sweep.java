package io.ams.ddl;

import io.ams.ddl.TargetDraft.Vacancy;
import io.ams.proto.DdlDropPolicy;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Deletes the fields that shards dropped and that no shard has any more, and gives fields that wait for a name the name that is free
 * now.
 */
final class Sweep {
    private final Merge merge;

    Sweep(Merge merge) {
        this.merge = merge;
    }

    void sweep() {
        if (merge.manner().local()) {
            return;
        }
        if (merge.policies().getDrop() != DdlDropPolicy.DROP_RETAIN) {
            deleteUnwanted();
        }
        List<Vacancy> free = merge.target().takeVacancies();
        while (!free.isEmpty()) {
            free.forEach(this::nameHeir);
            // Who got a name left another one behind.
            free = merge.target().takeVacancies();
        }
    }

    private void deleteUnwanted() {
        for (TargetNode field : merge.target().unwanted()) {
            // It may have gone with one that it was inside of.
            boolean there = merge.target().field(field.id()).isPresent();
            if (there && isRemovable(field)) {
                merge.target().remove(field);
            }
        }
    }

    private boolean isRemovable(TargetNode field) {
        // The last part of a struct, and the parts of lists and maps, go only with what they are in.
        boolean part = field.parent()
                .map(parent -> parent.type().kind() != ColumnType.Kind.STRUCT
                        || parent.children().size() == 1)
                .orElse(merge.target().fields().size() == 1);
        return !part && !field.isInKey() && !merge.target().isNeeded(field);
    }

    private void nameHeir(Vacancy free) {
        Optional<TargetNode> heir = merge.target().answering(free.inside(), free.name()).stream()
                .filter(field -> NameKeys.same(field.wantedName(), free.name()))
                .filter(field -> Writable.taken(merge.target(), field, field.wantedName())
                        .isEmpty())
                .min(Comparator.comparing(TargetNode::generation).thenComparing(TargetNode::id));
        heir.ifPresent(field -> {
            merge.target().rename(field, field.wantedName());
            ReservedNames.warn(merge, field.name(), free.inside(), field.name());
        });
    }
}
