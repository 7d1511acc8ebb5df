package io.ams.ddl.group;

import io.ams.proto.DdlMode;
import java.util.List;
import java.util.Optional;

/** Modes as they are written. */
public final class Modes {
    private static final List<DdlMode> ALL =
            List.of(DdlMode.PESSIMISTIC, DdlMode.OPTIMISTIC, DdlMode.STRICT_OPTIMISTIC);

    private Modes() {}

    /** The mode as it is written; empty for none. */
    public static String name(DdlMode mode) {
        return switch (mode) {
            case PESSIMISTIC -> "pessimistic";
            case OPTIMISTIC -> "optimistic";
            case STRICT_OPTIMISTIC -> "strict-optimistic";
            case DDL_MODE_UNSPECIFIED, UNRECOGNIZED -> "";
        };
    }

    /** The mode that is written so. */
    public static Optional<DdlMode> parse(String name) {
        return ALL.stream().filter(mode -> name(mode).equals(name)).findFirst();
    }
}
