package io.ams.web.cli.bench;

import io.ams.web.cli.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures of all rounds, and the ratios of AMS to the other system. */
final class CoreReport {
    private static final String AMS = "AMS";

    private final List<Step> steps;
    private final Map<String, Map<Step, List<Measurement>>> rounds = new LinkedHashMap<>();

    CoreReport(List<Step> steps) {
        this.steps = List.copyOf(steps);
    }

    void add(String system, Step step, Measurement measurement) {
        rounds.computeIfAbsent(system, name -> new LinkedHashMap<>())
                .computeIfAbsent(step, key -> new ArrayList<>())
                .add(measurement);
    }

    /** Two tables: the figures of each system, and AMS against the others with its aims. */
    String render() {
        return figures().render() + (rounds.size() > 1 ? "\n" + ratios().render() : "");
    }

    private TextTable figures() {
        TextTable table = new TextTable(
                "WHAT",
                "CLIENTS",
                "SYSTEM",
                "MEDIAN /s",
                "BEST /s",
                "P50 ms",
                "P99 ms",
                "CPU us/op",
                "OTHER CORES",
                "FAILED");
        for (Step step : steps) {
            rounds.forEach((system, figures) -> {
                List<Measurement> measured = figures.getOrDefault(step, List.of());
                table.row(
                        step.kind(),
                        step.connections(),
                        system,
                        number("%.0f", Measurement.median(measured, Measurement::rate)),
                        number("%.0f", Measurement.best(measured)),
                        number("%.2f", Measurement.median(measured, Measurement::p50)),
                        number("%.2f", Measurement.median(measured, Measurement::p99)),
                        number("%.0f", Measurement.median(measured, Measurement::cpuMicros)),
                        number("%.2f", Measurement.median(measured, Measurement::otherCores)),
                        Measurement.failures(measured));
            });
        }
        return table;
    }

    private TextTable ratios() {
        TextTable table = new TextTable(
                "WHAT", "CLIENTS", "AGAINST", "RATE RATIO", "AIM", "CPU RATIO", "AMS P99 ms", "AIM ms", "REACHED");
        for (String other : rounds.keySet()) {
            if (!other.equals(AMS)) {
                steps.forEach(step -> table.row(ratio(step, other)));
            }
        }
        return table;
    }

    private Object[] ratio(Step step, String other) {
        List<Measurement> ams = measured(AMS, step);
        List<Measurement> others = measured(other, step);
        double rate = Measurement.median(ams, Measurement::rate) / Measurement.median(others, Measurement::rate);
        double cpu =
                Measurement.median(ams, Measurement::cpuMicros) / Measurement.median(others, Measurement::cpuMicros);
        double p99 = Measurement.median(ams, Measurement::p99);
        boolean aimed = step.ratioAim().isPresent() || step.p99Aim().isPresent();
        boolean reached = step.ratioAim().map(aim -> rate >= aim).orElse(true)
                && step.p99Aim().map(aim -> p99 <= aim).orElse(true);
        return new Object[] {
            step.kind(),
            step.connections(),
            other,
            number("%.2f", rate),
            step.ratioAim().map(aim -> number("%.1f", aim)).orElse("-"),
            number("%.2f", cpu),
            number("%.2f", p99),
            step.p99Aim().map(aim -> number("%.1f", aim)).orElse("-"),
            !aimed ? "-" : reached ? "yes" : "NO"
        };
    }

    private List<Measurement> measured(String system, Step step) {
        return rounds.getOrDefault(system, Map.of()).getOrDefault(step, List.of());
    }

    private static String number(String format, double value) {
        return Double.isNaN(value) || Double.isInfinite(value) ? "-" : String.format(Locale.ROOT, format, value);
    }
}
