package io.ams.publish;

/** Hears of every step of the state, in log order. Called on the thread that applies the log: it must only take note and return. */
@FunctionalInterface
public interface StatePublisher {
    void onChange(StateChange change);
}
