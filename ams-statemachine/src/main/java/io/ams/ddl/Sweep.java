package io.ams.ddl;

import io.ams.proto.DdlDropPolicy;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the fields that shards dropped and that no shard has any more, and gives fields that waited for a name the name that is
 * free now.
 */
final class Sweep {
    private final Merge merge;

    Sweep(Merge merge) {
        this.merge = merge;
    }

    void sweep() {
        if (merge.manner().local() || merge.policies().getDrop() == DdlDropPolicy.DROP_RETAIN) {
            return;
        }
        for (TargetNode field : merge.target().unwanted()) {
            // It may have gone with one that it was inside of.
            boolean there = merge.target().field(field.id()).isPresent();
            if (there && isRemovable(field)) {
                merge.target().remove(field);
                nameHeir(field.parent().orElse(null), field.name());
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

    private void nameHeir(@Nullable TargetNode inside, String free) {
        Optional<TargetNode> heir = merge.target().answering(inside, free).stream()
                .filter(field -> NameKeys.same(field.wantedName(), free))
                .filter(field -> Writable.taken(merge.target(), field, field.wantedName())
                        .isEmpty())
                .min(Comparator.comparing(TargetNode::generation).thenComparing(TargetNode::id));
        heir.ifPresent(field -> {
            merge.target().touch(field);
            field.rename(field.wantedName());
            field.want("", 0);
            merge.target().touch(field);
        });
    }
}
