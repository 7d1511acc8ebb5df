package io.ams.web;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ams.proto.NodeState;
import io.ams.raft.Replica;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Rows;
import io.ams.web.auth.AdminPortFilter;
import io.ams.web.auth.AdminToken;
import io.ams.web.auth.AdminTokenFilter;
import io.ams.web.auth.Gatekeeper;
import io.ams.web.dashboard.AssetResource;
import io.ams.web.dashboard.DashboardFeed;
import io.ams.web.dashboard.EventStreamServlet;
import io.ams.web.error.BareFailures;
import io.ams.web.error.BodyLimit;
import io.ams.web.error.ClientGone;
import io.ams.web.error.FailureBodies;
import io.ams.web.error.FailureMapper;
import io.ams.web.error.FailureRendering;
import io.ams.web.error.JettyFailures;
import io.ams.web.metric.JvmFigures;
import io.ams.web.metric.MetricsServlet;
import io.ams.web.probe.ProbeResource;
import io.ams.web.resource.CatalogResource;
import io.ams.web.resource.ClusterResource;
import io.ams.web.resource.Doors;
import io.ams.web.resource.GroupResource;
import io.ams.web.resource.MembershipChange;
import io.ams.web.resource.NodeResource;
import io.ams.web.resource.PeerResource;
import io.ams.web.resource.ProcessResource;
import io.ams.web.resource.SettingResource;
import io.ams.web.resource.Submissions;
import io.ams.web.resource.TableResource;
import io.ams.web.resource.Tables;
import io.ams.web.resource.WorkerListResource;
import io.dropwizard.core.Application;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jersey.setup.JerseyEnvironment;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import org.eclipse.jetty.util.component.LifeCycle;
import org.glassfish.jersey.server.ServerProperties;

/**
 * Everything that a node serves by HTTP, put together by hand in the order in which it is needed. Runs on any {@link Replica}.
 */
public final class AmsApplication extends Application<AmsConfiguration> {
    /** How long a node that is removed may take to give its buckets away. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int ANSWER_THREADS = 8;

    private final Replica replica;
    private final AmsWebSettings settings;
    private final WebExtensions extensions;
    private final MetricRegistry metrics;
    private final FailureMapper mapper = new FailureMapper();
    private final FailureBodies bodies;
    private final JettyFailures jettyFailures;

    /**
     * @param metrics where every figure of the node lands, those of other layers too; for one application only
     */
    public AmsApplication(Replica replica, AmsWebSettings settings, WebExtensions extensions, MetricRegistry metrics) {
        this.replica = replica;
        this.settings = settings;
        this.extensions = extensions;
        this.metrics = metrics;
        this.bodies = new FailureBodies(extensions.icebergErrorTypes());
        this.jettyFailures = new JettyFailures(settings.nodeId(), mapper, bodies);
    }

    @Override
    public String getName() {
        return "ams";
    }

    /** Leaves logging as the process has it until the settings are read: Dropwizard's own would drop what the node says meanwhile. */
    @Override
    protected void bootstrapLogging() {}

    AmsWebSettings settings() {
        return settings;
    }

    JettyFailures jettyFailures() {
        return jettyFailures;
    }

    @Override
    public void initialize(Bootstrap<AmsConfiguration> bootstrap) {
        bootstrap.setMetricRegistry(metrics);
        bootstrap
                .getObjectMapper()
                .setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        // Of two values for one field neither is what was meant for sure.
        bootstrap.getObjectMapper().getFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    }

    @Override
    public void run(AmsConfiguration configuration, Environment environment) throws IOException {
        Gatekeeper gatekeeper =
                new Gatekeeper(AdminToken.in(settings.dataDirectory()), settings.tokenNeeded(), this::isTokenOfANode);
        ExecutorService answers = environment
                .lifecycle()
                .executorService("ams-answer-%d")
                .minThreads(ANSWER_THREADS)
                .maxThreads(ANSWER_THREADS)
                .build();
        Tables tables = new Tables(extensions.verdicts());

        filters(environment.jersey(), gatekeeper);
        resources(environment.jersey(), new Doors(replica, answers), tables);
        extensions.components().forEach(environment.jersey()::register);
        dashboard(environment, tables);
        uris(environment);
        environment
                .servlets()
                .addFilter("bare-failures", new BareFailures(jettyFailures))
                .addMappingForUrlPatterns(null, false, "/*");
        admin(environment, gatekeeper);
    }

    private boolean isTokenOfANode(String sha256) {
        return replica.reader()
                .readLocal(view -> Rows.values(view, Columns.NODES, KeyRange.all()).stream()
                        .anyMatch(node -> node.getState() != NodeState.GONE
                                && node.getTokenHash().equals(sha256)))
                .value();
    }

    private void filters(JerseyEnvironment jersey, Gatekeeper gatekeeper) {
        // Failures are answered by the mapper alone; Jersey must not turn to the servlet container's pages.
        jersey.property(ServerProperties.RESPONSE_SET_STATUS_OVER_SEND_ERROR, true);
        jersey.property(ServerProperties.WADL_FEATURE_DISABLE, true);
        jersey.register(mapper);
        jersey.register(new FailureRendering(settings.nodeId(), mapper, bodies));
        jersey.register(new BodyLimit());
        jersey.register(new ClientGone());
        jersey.register(new AdminTokenFilter(gatekeeper));
        jersey.register(new Submissions());
    }

    private void resources(JerseyEnvironment jersey, Doors doors, Tables tables) {
        jersey.register(new ClusterResource(doors));
        jersey.register(new NodeResource(doors));
        jersey.register(new PeerResource(doors, new MembershipChange(doors, PATIENCE)));
        jersey.register(new SettingResource(doors));
        jersey.register(new CatalogResource(doors));
        jersey.register(new TableResource(doors, tables));
        jersey.register(new ProcessResource(doors));
        jersey.register(new GroupResource(doors));
        jersey.register(new WorkerListResource(doors));
        jersey.register(new ProbeResource(replica));
    }

    private void dashboard(Environment environment, Tables tables) {
        ObjectMapper json = environment.getObjectMapper();
        DashboardFeed feed = new DashboardFeed(replica, tables, json, Clock.systemUTC());
        environment.jersey().register(new AssetResource());
        environment
                .servlets()
                .addServlet("events", new EventStreamServlet(settings.nodeId(), feed, jettyFailures))
                .addMapping(EventStreamServlet.PATH);
        environment.lifecycle().addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleStarted(LifeCycle server) {
                feed.start();
            }

            @Override
            public void lifeCycleStopping(LifeCycle server) {
                // Before the server waits for open requests: streams never end by themselves.
                feed.close();
            }
        });
    }

    /** Names come as path segments; Jersey takes them apart by itself, from what was sent. */
    private void uris(Environment environment) {
        environment.getApplicationContext().getServletHandler().setDecodeAmbiguousURIs(true);
        environment.getApplicationContext().setErrorHandler(jettyFailures.forServlets());
        environment.getAdminContext().setErrorHandler(jettyFailures.forServlets());
    }

    private void admin(Environment environment, Gatekeeper gatekeeper) {
        JvmFigures.register(metrics);
        environment
                .admin()
                .addServlet("prometheus", new MetricsServlet(settings.nodeId(), replica, metrics, Clock.systemUTC()))
                .addMapping("/metrics");
        environment
                .admin()
                .addFilter("admin-token", new AdminPortFilter(gatekeeper, jettyFailures))
                .addMappingForUrlPatterns(null, false, "/*");
        environment.healthChecks().register("replica", new ReplicaCheck(replica));
    }
}
