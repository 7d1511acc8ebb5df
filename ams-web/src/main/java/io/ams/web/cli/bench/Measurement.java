package io.ams.web.cli.bench;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One step of one round.
 *
 * @param rate done operations a second
 * @param p50 milliseconds
 * @param p99 milliseconds
 * @param cpuMicros of an operation, servers and client
 * @param otherCores what else the machine did
 */
record Measurement(double rate, double p50, double p99, double cpuMicros, double otherCores, long failed) {
    static Measurement of(Load.Result result, CpuTimes before, CpuTimes after) {
        return new Measurement(
                result.rate(),
                result.millis(50),
                result.millis(99),
                before.microsPerOperation(after, result.done()),
                before.otherCores(after, result.seconds()),
                result.failed());
    }

    /** The middle one of the rounds, or the mean of the two in the middle. */
    static double median(List<Measurement> rounds, ToDoubleFunction<Measurement> figure) {
        double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    static double best(List<Measurement> rounds) {
        return rounds.stream().mapToDouble(Measurement::rate).max().orElse(Double.NaN);
    }

    static long failures(List<Measurement> rounds) {
        return Arrays.stream(rounds.stream().mapToLong(Measurement::failed).toArray())
                .sum();
    }
}
