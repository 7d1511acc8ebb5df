package io.ams.architecture.breach.op;

/** A rule must not know threads. */
public final class RuleWithAThread {
    public String name() {
        return Thread.currentThread().getName();
    }
}
