package io.ams.web.metric;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.jvm.BufferPoolMetricSet;
import com.codahale.metrics.jvm.FileDescriptorRatioGauge;
import com.codahale.metrics.jvm.GarbageCollectorMetricSet;
import com.codahale.metrics.jvm.MemoryUsageGaugeSet;
import com.codahale.metrics.jvm.ThreadStatesGaugeSet;
import java.lang.management.ManagementFactory;

/** What the Java machine says of itself. */
public final class JvmFigures {
    private JvmFigures() {}

    public static void register(MetricRegistry registry) {
        registry.registerAll("jvm.memory", new MemoryUsageGaugeSet());
        registry.registerAll("jvm.gc", new GarbageCollectorMetricSet());
        registry.registerAll("jvm.threads", new ThreadStatesGaugeSet());
        registry.registerAll("jvm.buffers", new BufferPoolMetricSet(ManagementFactory.getPlatformMBeanServer()));
        registry.register("jvm.file_descriptors.used_ratio", new FileDescriptorRatioGauge());
        Gauge<Double> uptime = () -> ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
        registry.register("jvm.uptime_seconds", uptime);
    }
}
