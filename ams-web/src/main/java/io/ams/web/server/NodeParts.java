package io.ams.web.server;

import com.codahale.metrics.MetricRegistry;
import io.ams.iceberg.catalog.IcebergCatalog;
import io.ams.iceberg.catalog.MetadataCache;
import io.ams.iceberg.files.FileIOs;
import io.ams.iceberg.upkeep.CatalogMetadataSource;
import io.ams.iceberg.upkeep.TableHealth;
import io.ams.iceberg.upkeep.UpkeepOwner;
import io.ams.op.Settings;
import io.ams.optimizer.RewriteRunner;
import io.ams.optimizer.Worker;
import io.ams.optimizer.WorkerSettings;
import io.ams.optimizer.client.HttpAmsClient;
import io.ams.optimizer.rewrite.ConfiguredFileIOSource;
import io.ams.optimizer.rewrite.RewriteExecutor;
import io.ams.proto.ProcessRow;
import io.ams.proto.TableRow;
import io.ams.raft.Replica;
import io.ams.raft.ratis.RatisMetricBridge;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.View;
import io.ams.web.AmsApplication;
import io.ams.web.AmsServer;
import io.ams.web.AmsWebSettings;
import io.ams.web.WebExtensions;
import io.ams.web.iceberg.IcebergErrorTypes;
import io.ams.web.iceberg.IcebergResources;
import io.ams.web.resource.ChangeSignal;
import io.ams.web.resource.Doors;
import io.ams.web.resource.ShardGroupResource;
import io.ams.web.resource.ShardResource;
import io.ams.web.resource.TableVerdicts.Verdict;
import io.ams.web.resource.WorkerResource;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What runs on top of a replica: the catalog, the upkeep of the tables this node owns, the HTTP server, the embedded worker. Built
 * in that order, closed in the mirror of it.
 */
final class NodeParts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeParts.class);
    private static final int FILE_THREADS = 16;
    private static final int WAITING_FILE_WORK = 10_000;
    private static final int UPKEEP_THREADS = 2;
    /** A sixteenth of the heap for metadata files. */
    private static final int CACHE_SHARE = 16;

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final AmsServer server;

    /** @throws io.ams.web.WebStartException if the server cannot listen; nothing is left running */
    NodeParts(Replica replica, NodeOptions options, AmsWebSettings web, String token) {
        try {
            Clock clock = Clock.systemUTC();
            ExecutorService blocking = keep(fileThreads());
            FileIOs files = keep(new FileIOs());
            MetadataCache cache = new MetadataCache(Runtime.getRuntime().maxMemory() / CACHE_SHARE, blocking);
            IcebergCatalog catalog = new IcebergCatalog(replica.submitter(), replica.reader(), files, cache, blocking);
            CatalogMetadataSource tables = new CatalogMetadataSource(replica.reader(), files, cache);
            UpkeepOwner owner = keep(new UpkeepOwner(replica, options.id(), tables, clock, UPKEEP_THREADS));
            ChangeSignal signal = ChangeSignal.ofTasks(blocking);
            replica.subscribe(signal);
            keep(() -> replica.unsubscribe(signal));
            MetricRegistry metrics = new MetricRegistry();
            MetricMirror mirror = new MetricMirror(metrics);
            RatisMetricBridge.metrics().addListener(mirror);
            keep(() -> RatisMetricBridge.metrics().removeListener(mirror));
            List<Object> components = new ArrayList<>(IcebergResources.of(catalog, blocking));
            components.add(new WorkerResource(replica, signal, blocking));
            ChangeSignal announcements = ChangeSignal.ofAnnouncements(blocking);
            replica.subscribe(announcements);
            keep(() -> replica.unsubscribe(announcements));
            Doors doors = new Doors(replica, blocking);
            components.add(new ShardGroupResource(doors, catalog.groups()));
            components.add(new ShardResource(doors, catalog.groups(), announcements));
            WebExtensions extensions = new WebExtensions(
                    components, (view, table) -> verdict(view, table, clock.millis()), IcebergErrorTypes::of);
            server = keep(AmsServer.start(new AmsApplication(replica, web, extensions, metrics)));
            // Closed before the server is, which waits for open requests: those of workers wait the longest.
            keep(signal);
            keep(announcements);
            owner.start();
            keep(embeddedWorker(options, token, clock)).start();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static ExecutorService fileThreads() {
        AtomicInteger count = new AtomicInteger();
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                FILE_THREADS,
                FILE_THREADS,
                1,
                TimeUnit.MINUTES,
                new LinkedBlockingQueue<>(WAITING_FILE_WORK),
                work -> new Thread(work, "ams-files-" + count.incrementAndGet()));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private Worker embeddedWorker(NodeOptions options, String token, Clock clock) {
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        return new Worker(
                new HttpAmsClient(Optional.of(token)),
                List.of(options.http().withPort(server.httpPort()).httpUri().toString()),
                WorkerSettings.of("default", threads, "embedded", options.id()),
                new RewriteRunner(new RewriteExecutor(new ConfiguredFileIOSource())),
                clock);
    }

    private static Verdict verdict(View view, TableRow table, long nowMillis) {
        Optional<ProcessRow> running = table.getRunningProcess().isEmpty()
                ? Optional.empty()
                : view.get(Columns.PROCESSES, new Keys.ProcessKey(table.getUuid(), table.getRunningProcess()));
        boolean enabled = Boolean.parseBoolean(Settings.UPKEEP_ENABLED.in(view));
        TableHealth health = TableHealth.of(table, running, enabled, nowMillis);
        return new Verdict(health.health(), health.status().name(), health.explained(table));
    }

    private <T extends AutoCloseable> T keep(T part) {
        parts.push(part);
        return part;
    }

    private ExecutorService keep(ExecutorService threads) {
        parts.push(threads::shutdownNow);
        return threads;
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                LOG.warn("part not closed cleanly reason={}", e.toString());
            }
        }
    }
}
