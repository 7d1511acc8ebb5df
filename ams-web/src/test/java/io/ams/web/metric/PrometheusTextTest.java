package io.ams.web.metric;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {
    private final PrometheusText text = new PrometheusText(Map.of("node", "n\"1\\\n"));

    @Test
    void labelsAndHelpAreEscaped() {
        Family family = new Family(
                "a", "two\nlines \\", Family.Kind.GAUGE, List.of(new Family.Value("", Map.of("x", "1"), 2.5)));
        assertThat(text.write(List.of(family)))
                .isEqualTo("# HELP a two\\nlines \\\\\n# TYPE a gauge\na{node=\"n\\\"1\\\\\\n\",x=\"1\"} 2.5\n");
    }

    @Test
    void numbersAreWrittenAsPrometheusReadsThem() {
        PrometheusText plain = new PrometheusText(Map.of());
        assertThat(List.of(3.0, -0.25, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e20))
                .extracting(value ->
                        plain.write(List.of(Family.gauge("a", "b", value))).split("\n", -1)[2])
                .containsExactly("a 3", "a -0.25", "a NaN", "a +Inf", "a -Inf", "a 1.0E20");
    }

    @Test
    void ofTwoFamiliesWithOneNameTheFirstIsWritten() {
        String twice = text.write(List.of(Family.gauge("a", "b", 1), Family.gauge("a", "c", 2)));
        assertThat(twice).contains("# HELP a b").doesNotContain("# HELP a c");
    }

    @Test
    void everyKindOfMetricIsTurnedIntoItsType() {
        MetricRegistry registry = new MetricRegistry();
        registry.counter("open.requests").inc(3);
        registry.meter("errors").mark(5);
        registry.timer("call").update(Duration.ofMillis(1500));
        registry.histogram("size").update(70);
        Gauge<Boolean> flag = () -> true;
        registry.register("0 flag", flag);
        Gauge<String> word = () -> "not a number";
        registry.register("word", word);
        Gauge<Integer> sick = () -> {
            throw new IllegalStateException("sick");
        };
        registry.register("sick", sick);
        String written = new PrometheusText(Map.of()).write(new RegistryFamilies(registry).read());
        assertThat(written)
                .contains("# TYPE open_requests gauge\nopen_requests 3\n")
                .contains("# TYPE errors_total counter\nerrors_total 5\n")
                .contains("# TYPE call_seconds summary\ncall_seconds{quantile=\"0.5\"} 1.5\n")
                .contains("call_seconds_count 1\n")
                .contains("size{quantile=\"0.99\"} 70\n")
                .contains("\n_0_flag 1\n")
                .doesNotContain("word")
                .doesNotContain("sick");
    }
}
