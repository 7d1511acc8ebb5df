package io.ams.testkit;

import io.ams.raft.node.ExitCode;
import io.ams.raft.node.Faults;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down why a node would have stopped its process. */
public final class RecordedFaults implements Faults {
    /** One fault. */
    public record Fault(ExitCode code, String what, Throwable cause) {}

    private final List<Fault> faults = new CopyOnWriteArrayList<>();

    @Override
    public void fatal(ExitCode code, String what, Throwable cause) {
        faults.add(new Fault(code, what, cause));
    }

    public List<Fault> faults() {
        return List.copyOf(faults);
    }
}
