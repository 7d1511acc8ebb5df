package io.ams.web.metric;

import com.codahale.metrics.MetricRegistry;
import io.ams.raft.Replica;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Every figure of the node for Prometheus, on the admin connector. */
public final class MetricsServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient NodeFamilies node;
    private final transient ShardFamilies shards;
    private final transient RegistryFamilies registry;
    private final transient PrometheusText text;

    public MetricsServlet(String nodeId, Replica replica, MetricRegistry registry, Clock clock) {
        this.node = new NodeFamilies(replica);
        this.shards = new ShardFamilies(replica, clock);
        this.registry = new RegistryFamilies(registry);
        this.text = new PrometheusText(Map.of("node", nodeId));
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        List<Family> families = new ArrayList<>(node.read());
        families.addAll(shards.read());
        families.addAll(registry.read());
        response.setContentType(PrometheusText.CONTENT_TYPE);
        response.setHeader("Cache-Control", "no-store");
        response.getOutputStream().write(text.write(families).getBytes(StandardCharsets.UTF_8));
    }
}
