package io.ams.architecture.breach.op;

/** A rule must not ask the time. */
public final class RuleWithAClock {
    public long now() {
        return System.currentTimeMillis();
    }
}
