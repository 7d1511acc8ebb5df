package io.ams.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import org.apache.ratis.metrics.LongCounter;
import org.apache.ratis.metrics.MetricRegistryInfo;
import org.apache.ratis.metrics.RatisMetricRegistry;
import org.apache.ratis.metrics.Timekeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The bridge that Ratis found in this process: the one that its metrics go to. */
class RatisMetricBridgeTest {
    private final MetricRegistry metrics = RatisMetricBridge.metrics();
    private final RatisMetricBridge bridge = (RatisMetricBridge) RatisMetricBridge.global();
    private final MetricRegistryInfo info = new MetricRegistryInfo("member", "bridgetest", "log", "of a test");

    @AfterEach
    void clear() {
        while (bridge.get(info).isPresent()) {
            bridge.remove(info);
        }
    }

    @Test
    void whatRatisCountsAppears() {
        RatisMetricRegistry registry = bridge.create(info);
        LongCounter counter = registry.counter("appended");
        counter.inc(5);
        counter.dec(2);
        assertThat(counter.getCount()).isEqualTo(3);
        assertThat(metrics.counter("bridgetest.log.member.appended").getCount()).isEqualTo(3);

        Timekeeper.Context context = registry.timer("flush").time();
        assertThat(context.stop()).isNotNegative();
        assertThat(metrics.timer("bridgetest.log.member.flush").getCount()).isEqualTo(1);

        registry.gauge("depth", () -> () -> 12);
        assertThat(metrics.gauge("bridgetest.log.member.depth").getValue()).isEqualTo(12);
        assertThat(bridge.get(info)).contains(registry);
        assertThat(bridge.getMetricRegistryInfos()).contains(info);
    }

    @Test
    void aGaugeThatComesAgainTakesThePlaceOfTheFirst() {
        RatisMetricRegistry registry = bridge.create(info);
        registry.gauge("depth", () -> () -> 1);
        registry.gauge("depth", () -> () -> 2);
        assertThat(metrics.gauge("bridgetest.log.member.depth").getValue()).isEqualTo(2);
    }

    @Test
    void metricsGoWithTheLastOfTheirUsers() {
        RatisMetricRegistry registry = bridge.create(info);
        assertThat(bridge.create(info)).isSameAs(registry);
        registry.counter("appended").inc(1);

        assertThat(bridge.remove(info)).isFalse();
        assertThat(metrics.getNames()).contains("bridgetest.log.member.appended");
        assertThat(bridge.remove(info)).isTrue();
        assertThat(metrics.getNames()).doesNotContain("bridgetest.log.member.appended");
        assertThat(bridge.get(info)).isEmpty();
        assertThat(bridge.remove(info)).as("there is none any more").isFalse();
    }

    @Test
    void oneMetricCanGoAlone() {
        RatisMetricRegistry registry = bridge.create(info);
        registry.counter("one").inc(1);
        registry.counter("two").inc(1);
        assertThat(registry.remove("one")).isTrue();
        assertThat(registry.remove("one")).isFalse();
        assertThat(metrics.getNames())
                .contains("bridgetest.log.member.two")
                .doesNotContain("bridgetest.log.member.one");
    }
}
