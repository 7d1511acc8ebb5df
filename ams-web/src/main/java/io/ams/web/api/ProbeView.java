package io.ams.web.api;

import java.util.List;

/** Whether a node is ready, and what was looked at. */
public record ProbeView(boolean ready, List<Check> checks) {
    public record Check(String name, boolean ok, String detail) {}

    public ProbeView(List<Check> checks) {
        this(checks.stream().allMatch(Check::ok), checks);
    }
}
