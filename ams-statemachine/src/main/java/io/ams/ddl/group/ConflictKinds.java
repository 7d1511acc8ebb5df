package io.ams.ddl.group;

import io.ams.proto.DdlClash;
import io.ams.proto.DdlConflictKind;

/** Kinds of conflicts as they are written. */
public final class ConflictKinds {
    private static final String PREFIX = "CONFLICT_";

    private ConflictKinds() {}

    /** The kind as it is written. */
    public static String name(DdlConflictKind kind) {
        String constant = kind.name();
        return constant.startsWith(PREFIX) ? constant.substring(PREFIX.length()) : constant;
    }

    /** Kind and reason in one line. */
    static String line(DdlClash clash) {
        return name(clash.getKind()) + ": " + clash.getDetail();
    }
}
