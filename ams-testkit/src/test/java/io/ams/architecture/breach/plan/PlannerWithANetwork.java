package io.ams.architecture.breach.plan;

import java.net.URI;

/** A planner must not know the network. */
public record PlannerWithANetwork(URI address) {}
