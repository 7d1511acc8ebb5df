package io.ams.architecture.breach.ddl.group;

/** A group must not ask the time. */
public final class GroupWithAClock {
    public long now() {
        return System.currentTimeMillis();
    }
}
