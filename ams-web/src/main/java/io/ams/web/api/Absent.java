package io.ams.web.api;

import org.jspecify.annotations.Nullable;

/** Rows have no "absent"; answers do. */
final class Absent {
    private Absent() {}

    static @Nullable Long ifZero(long value) {
        return value == 0 ? null : value;
    }

    static @Nullable String ifEmpty(String value) {
        return value.isEmpty() ? null : value;
    }
}
