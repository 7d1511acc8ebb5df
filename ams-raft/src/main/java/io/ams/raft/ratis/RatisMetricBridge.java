package io.ams.raft.ratis;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.ratis.metrics.LongCounter;
import org.apache.ratis.metrics.MetricRegistries;
import org.apache.ratis.metrics.MetricRegistryInfo;
import org.apache.ratis.metrics.RatisMetricRegistry;
import org.apache.ratis.metrics.Timekeeper;
import org.apache.ratis.util.TimeDuration;

/**
 * Puts Ratis' own metrics into a Dropwizard registry. Ratis finds it through its service loader and keeps one for the process,
 * so this is the one place where a registry is shared by all that runs in it.
 */
public final class RatisMetricBridge extends MetricRegistries {
    private final MetricRegistry metrics = new MetricRegistry();
    private final Map<MetricRegistryInfo, Bridged> registries = new ConcurrentHashMap<>();

    /** Ratis' metrics of this process. Names are application, component, member, metric, separated by dots. */
    public static MetricRegistry metrics() {
        MetricRegistries global = MetricRegistries.global();
        if (global instanceof RatisMetricBridge bridge) {
            return bridge.metrics;
        }
        throw new IllegalStateException("Ratis took another metrics provider: " + global.getClass());
    }

    @Override
    public RatisMetricRegistry create(MetricRegistryInfo info) {
        Bridged registry = registries.computeIfAbsent(info, key -> new Bridged(key, metrics));
        registry.users.incrementAndGet();
        return registry;
    }

    @Override
    public boolean remove(MetricRegistryInfo info) {
        Bridged registry = registries.get(info);
        if (registry == null || registry.users.decrementAndGet() > 0) {
            return false;
        }
        registries.remove(info);
        registry.removeAll();
        return true;
    }

    @Override
    public Optional<RatisMetricRegistry> get(MetricRegistryInfo info) {
        return Optional.ofNullable(registries.get(info));
    }

    @Override
    public Set<MetricRegistryInfo> getMetricRegistryInfos() {
        return Set.copyOf(registries.keySet());
    }

    @Override
    public Collection<RatisMetricRegistry> getMetricRegistries() {
        return List.copyOf(registries.values());
    }

    @Override
    public void clear() {
        registries.values().forEach(Bridged::removeAll);
        registries.clear();
    }

    @Override
    public void addReporterRegistration(
            Consumer<RatisMetricRegistry> reporter, Consumer<RatisMetricRegistry> stopReporter) {
        throw new UnsupportedOperationException("AMS reports from its own registry");
    }

    @Override
    public void enableJmxReporter() {
        // AMS reports from its own registry.
    }

    @Override
    public void enableConsoleReporter(TimeDuration consoleReportRate) {
        // AMS reports from its own registry.
    }

    private static final class Bridged implements RatisMetricRegistry {
        private final MetricRegistryInfo info;
        private final MetricRegistry metrics;
        private final Set<String> names = ConcurrentHashMap.newKeySet();
        private final AtomicInteger users = new AtomicInteger();

        Bridged(MetricRegistryInfo info, MetricRegistry metrics) {
            this.info = info;
            this.metrics = metrics;
        }

        private String name(String metric) {
            String name = MetricRegistry.name(
                    info.getApplicationName(), info.getMetricsComponentName(), info.getPrefix(), metric);
            names.add(name);
            return name;
        }

        @Override
        public Timekeeper timer(String name) {
            Timer timer = metrics.timer(name(name));
            return () -> timer.time()::stop;
        }

        @Override
        public LongCounter counter(String name) {
            Counter counter = metrics.counter(name(name));
            return new LongCounter() {
                @Override
                public void inc(long n) {
                    counter.inc(n);
                }

                @Override
                public void dec(long n) {
                    counter.dec(n);
                }

                @Override
                public long getCount() {
                    return counter.getCount();
                }
            };
        }

        @Override
        public boolean remove(String name) {
            String full = name(name);
            names.remove(full);
            return metrics.remove(full);
        }

        @Override
        public <T> void gauge(String name, Supplier<Supplier<T>> supplier) {
            String full = name(name);
            metrics.remove(full); // a division that starts again brings its gauges again
            Gauge<T> gauge = supplier.get()::get;
            metrics.register(full, gauge);
        }

        @Override
        public MetricRegistryInfo getMetricRegistryInfo() {
            return info;
        }

        void removeAll() {
            names.forEach(metrics::remove);
            names.clear();
        }
    }
}
