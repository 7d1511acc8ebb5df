package io.ams.web.metric;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The text form that Prometheus reads, version 0.0.4. Written here because all it takes is a page, and a library would bring a
 * second registry beside Dropwizard's.
 */
public final class PrometheusText {
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final Map<String, String> common;

    /**
     * @param common labels of every sample
     */
    public PrometheusText(Map<String, String> common) {
        this.common = Map.copyOf(common);
    }

    /** The families as text. Of two with one name the first is written. */
    public String write(List<Family> families) {
        StringBuilder out = new StringBuilder(families.size() * 160);
        Set<String> written = new HashSet<>();
        for (Family family : families) {
            if (written.add(family.name())) {
                write(family, out);
            }
        }
        return out.toString();
    }

    private void write(Family family, StringBuilder out) {
        out.append("# HELP ").append(family.name()).append(' ').append(escaped(family.help()));
        out.append("\n# TYPE ").append(family.name()).append(' ');
        out.append(family.kind().name().toLowerCase(Locale.ROOT)).append('\n');
        for (Family.Value sample : family.samples()) {
            out.append(family.name()).append(sample.suffix());
            labels(sample.labels(), out);
            out.append(' ').append(number(sample.value())).append('\n');
        }
    }

    private void labels(Map<String, String> own, StringBuilder out) {
        Map<String, String> labels = new TreeMap<>(common);
        labels.putAll(own);
        String separator = "{";
        for (Map.Entry<String, String> label : labels.entrySet()) {
            out.append(separator).append(label.getKey()).append("=\"");
            out.append(escaped(label.getValue()).replace("\"", "\\\"")).append('"');
            separator = ",";
        }
        if (!labels.isEmpty()) {
            out.append('}');
        }
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n");
    }

    private static String number(double value) {
        if (value == Double.POSITIVE_INFINITY) {
            return "+Inf";
        }
        if (value == Double.NEGATIVE_INFINITY) {
            return "-Inf";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
