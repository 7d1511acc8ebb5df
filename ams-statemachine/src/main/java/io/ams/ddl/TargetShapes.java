package io.ams.ddl;

import io.ams.proto.TargetField;
import io.ams.proto.TargetShape;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks shapes of tables as they come from outside, before {@link TargetDraft} reads them. */
public final class TargetShapes {
    /** How deep fields may be nested. Messages that are nested deeper than about 100 do not read back. */
    static final int MAX_DEPTH = 64;

    private TargetShapes() {}

    /**
     * What is wrong with the shape; empty if nothing is. Names are not looked at: tables that are there may call their fields what
     * they like.
     */
    public static Optional<String> complaint(TargetShape shape) {
        if (shape.getFormatVersion() < 0 || shape.getSchemaId() < 0 || shape.getLastFieldId() < 0) {
            return Optional.of("the shape has a negative format version, schema id or last field id");
        }
        return complaint(shape.getFieldsList(), 1, shape.getLastFieldId(), new HashSet<>());
    }

    private static Optional<String> complaint(List<TargetField> fields, int depth, int lastId, Set<Integer> seen) {
        if (depth > MAX_DEPTH && !fields.isEmpty()) {
            return Optional.of("the shape has fields nested more than " + MAX_DEPTH + " deep");
        }
        for (TargetField field : fields) {
            Optional<String> wrong = complaint(field, lastId, seen)
                    .or(() -> complaint(field.getChildrenList(), depth + 1, lastId, seen));
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> complaint(TargetField field, int lastId, Set<Integer> seen) {
        int id = field.getId();
        if (id <= 0 || id > lastId || !seen.add(id)) {
            return Optional.of("field '" + field.getName() + "' of the shape has id " + id
                    + "; ids are positive, at most the last field id " + lastId + ", and no two the same");
        }
        Optional<ColumnType> type = ColumnType.parse(field.getType());
        if (type.isEmpty()) {
            return Optional.of("field '" + field.getName() + "' of the shape: " + ColumnType.unknown(field.getType()));
        }
        List<String> parts =
                field.getChildrenList().stream().map(TargetField::getName).toList();
        boolean whole = switch (type.get().kind()) {
            case STRUCT -> true;
            case LIST -> parts.equals(List.of("element"));
            case MAP -> parts.equals(List.of("key", "value"));
            default -> parts.isEmpty();
        };
        return whole
                ? Optional.empty()
                : Optional.of("field '" + field.getName() + "' of the shape: a " + type.get() + " has not the parts "
                        + parts);
    }
}
