package io.ams.web.ddl;

import io.ams.ddl.Bindings;
import io.ams.ddl.ShardDraft;
import io.ams.ddl.TargetDraft;
import io.ams.ddl.protocol.ColumnBinding;
import io.ams.ddl.protocol.FillRule;
import java.util.List;

/** How a shard's rows are written, as answers. */
record BindingViews(List<ColumnBinding> columns, List<FillRule> fills) {
    static BindingViews of(TargetDraft target, ShardDraft shard) {
        Bindings bindings = Bindings.of(target, shard);
        return new BindingViews(
                bindings.columns().stream()
                        .map(bound -> new ColumnBinding(
                                bound.column(),
                                bound.type(),
                                bound.fieldId(),
                                bound.field(),
                                bound.fieldType(),
                                bound.cast()))
                        .toList(),
                bindings.fills().stream()
                        .map(fill -> new FillRule(
                                fill.fieldId(),
                                fill.field(),
                                fill.fieldType(),
                                fill.value().orElse(null)))
                        .toList());
    }
}
