package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the shard writes into a field that it has no column for.
 *
 * @param value a constant as text; null for NULL
 */
public record FillRule(
        int fieldId,
        List<String> field,
        String fieldType,
        @Nullable String value) {}
