package io.ams.architecture.breach.plan;

import java.util.Random;

/** A planner must not throw dice. */
public record PlannerWithChance(Random random) {}
