package io.ams.iceberg.schema;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.MappedFields;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * A name mapping after a change of the schema: every field keeps the names that files without ids know it by, and gets its
 * present one; a name that is another field's now is that one's alone.
 */
final class MergedMapping {
    private MergedMapping() {}

    static NameMapping of(NameMapping before, Schema schema) {
        return NameMapping.of(merge(before.asMappedFields(), schema.columns()));
    }

    private static MappedFields merge(@Nullable MappedFields before, List<Types.NestedField> fields) {
        Set<String> present = new LinkedHashSet<>();
        fields.forEach(field -> present.add(field.name()));
        List<MappedField> merged = new ArrayList<>();
        for (Types.NestedField field : fields) {
            MappedField known = before == null ? null : before.field(field.fieldId());
            Set<String> names = new LinkedHashSet<>();
            if (known != null) {
                names.addAll(known.names());
                names.removeAll(present);
            }
            names.add(field.name());
            MappedFields inside = field.type().isNestedType()
                    ? merge(
                            known == null ? null : known.nestedMapping(),
                            field.type().asNestedType().fields())
                    : null;
            merged.add(MappedField.of(field.fieldId(), names, inside));
        }
        return MappedFields.of(merged);
    }
}
