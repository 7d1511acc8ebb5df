package io.ams.raft.node;

/**
 * What a node does when it cannot go on: it says why and stops the process at once, with a code that says why too. Nothing
 * softens that; a node that limped on could break a promise.
 */
@FunctionalInterface
public interface Faults {
    /**
     * The node must not go on. Does not return in a real process.
     *
     * @param what in words, what happened
     */
    void fatal(ExitCode code, String what, Throwable cause);
}
