package io.ams.web.server;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.MetricRegistryListener;
import com.codahale.metrics.Timer;

/** Shows the metrics of one registry in another, those that come later too: Ratis makes and drops them as leaders change. */
final class MetricMirror extends MetricRegistryListener.Base {
    private final MetricRegistry shown;

    MetricMirror(MetricRegistry shown) {
        this.shown = shown;
    }

    @Override
    public void onGaugeAdded(String name, Gauge<?> gauge) {
        shown.remove(name);
        shown.register(name, gauge);
    }

    @Override
    public void onGaugeRemoved(String name) {
        shown.remove(name);
    }

    @Override
    public void onCounterAdded(String name, Counter counter) {
        shown.remove(name);
        shown.register(name, counter);
    }

    @Override
    public void onCounterRemoved(String name) {
        shown.remove(name);
    }

    @Override
    public void onTimerAdded(String name, Timer timer) {
        shown.remove(name);
        shown.register(name, timer);
    }

    @Override
    public void onTimerRemoved(String name) {
        shown.remove(name);
    }
}
