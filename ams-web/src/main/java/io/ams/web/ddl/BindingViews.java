package io.ams.web.ddl;

import io.ams.ddl.Bindings;
import io.ams.ddl.Bindings.Bound;
import io.ams.ddl.Bindings.Fill;
import io.ams.ddl.ShardDraft;
import io.ams.ddl.TargetDraft;
import io.ams.ddl.protocol.ColumnBinding;
import io.ams.ddl.protocol.FillRule;
import io.ams.ddl.protocol.ShardCells;
import java.util.List;

/** How a shard's rows are written, as answers. */
record BindingViews(List<ColumnBinding> columns, List<FillRule> fills) {
    static BindingViews of(TargetDraft target, ShardDraft shard) {
        Bindings bindings = Bindings.of(target, shard);
        return new BindingViews(
                bindings.columns().stream().map(BindingViews::column).toList(),
                bindings.fills().stream().map(BindingViews::fill).toList());
    }

    /** The same in short. */
    static ShardCells cells(TargetDraft target, ShardDraft shard) {
        Bindings bindings = Bindings.of(target, shard);
        return new ShardCells(
                bindings.columns().stream()
                        .filter(BindingViews::isPlain)
                        .map(Bound::fieldId)
                        .toList(),
                bindings.columns().stream()
                        .filter(bound -> !isPlain(bound))
                        .map(BindingViews::column)
                        .toList(),
                bindings.fills().stream()
                        .filter(fill -> fill.value().isPresent())
                        .map(BindingViews::fill)
                        .toList());
    }

    private static boolean isPlain(Bound bound) {
        return bound.isNamedAlike() && !bound.cast();
    }

    private static ColumnBinding column(Bound bound) {
        return new ColumnBinding(
                bound.column(), bound.type(), bound.fieldId(), bound.field(), bound.fieldType(), bound.cast());
    }

    private static FillRule fill(Fill fill) {
        return new FillRule(
                fill.fieldId(), fill.field(), fill.fieldType(), fill.value().orElse(null));
    }
}
