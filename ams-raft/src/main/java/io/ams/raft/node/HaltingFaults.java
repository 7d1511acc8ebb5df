package io.ams.raft.node;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops the process, without shutdown hooks: they would work on a state that is not to be trusted. */
public final class HaltingFaults implements Faults {
    private static final Logger LOG = LoggerFactory.getLogger(HaltingFaults.class);

    @Override
    public void fatal(ExitCode code, String what, Throwable cause) {
        LOG.error("node stops exit={} code={} reason={}", code, code.code(), what, cause);
        System.err.println("ams: " + what + " (" + code + ", exit code " + code.code() + ")");
        Runtime.getRuntime().halt(code.code());
    }
}
