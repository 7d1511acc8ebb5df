package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.web.cli.demo.DemoTable;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.rest.RESTCatalog;

/**
 * Unmodified clients that append to a table each, through the nodes in turn. The files that they append are only named: what is
 * tested is that each is in its table once.
 */
final class Appenders implements AutoCloseable {
    private static final int CLIENTS = 4;
    private static final Namespace NAMESPACE = Namespace.of("appended");

    private final List<Client> clients = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    private final AtomicBoolean stop = new AtomicBoolean();
    private final List<String> errors = new CopyOnWriteArrayList<>();

    private final class Client implements Runnable {
        private final RESTCatalog catalog;
        private final Table table;
        private final AtomicInteger done = new AtomicInteger();

        Client(URI node, TableIdentifier name) {
            catalog = DemoTable.catalog(node, Optional.empty());
            try {
                catalog.createNamespace(NAMESPACE);
            } catch (AlreadyExistsException e) {
                // By the first of the clients.
            }
            table = catalog.createTable(
                    name, DemoTable.SCHEMA, PartitionSpec.unpartitioned(), Map.of("self-optimizing.enabled", "false"));
        }

        @Override
        public void run() {
            try {
                while (!stop.get()) {
                    table.newFastAppend().appendFile(file(done.get())).commit();
                    done.incrementAndGet();
                }
            } catch (RuntimeException e) {
                errors.add(table.name() + " after " + done + " appends: " + e);
            }
        }

        private DataFile file(int number) {
            return DataFiles.builder(PartitionSpec.unpartitioned())
                    .withPath(path(number))
                    .withFileSizeInBytes(1000)
                    .withRecordCount(1)
                    .build();
        }

        private String path(int number) {
            return table.location() + "/data/" + number + ".parquet";
        }

        void assertKept(RESTCatalog from) throws IOException {
            List<String> expected = new ArrayList<>();
            for (int number = 0; number < done.get(); number++) {
                expected.add(path(number));
            }
            List<String> found = new ArrayList<>();
            Table loaded =
                    from.loadTable(TableIdentifier.of(NAMESPACE, table.name().replaceFirst(".*\\.", "")));
            try (CloseableIterable<FileScanTask> files = loaded.newScan().planFiles()) {
                files.forEach(file -> found.add(file.file().location()));
            }
            assertThat(found).as("files of %s", table.name()).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private Appenders() {}

    static Appenders start(String name, List<URI> nodes) {
        Appenders appenders = new Appenders();
        for (int i = 0; i < CLIENTS; i++) {
            Client client =
                    appenders.new Client(nodes.get(i % nodes.size()), TableIdentifier.of(NAMESPACE, name + "-" + i));
            appenders.clients.add(client);
        }
        appenders.clients.forEach(appenders.threads::execute);
        return appenders;
    }

    /** How many appends were acknowledged. */
    int acknowledged() {
        return clients.stream().mapToInt(client -> client.done.get()).sum();
    }

    List<String> errors() {
        return List.copyOf(errors);
    }

    /** Lets each client end its append. */
    void stop() {
        stop.set(true);
        threads.shutdown();
        try {
            assertThat(threads.awaitTermination(60, TimeUnit.SECONDS))
                    .as("clients have ended")
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Asserts that the tables, as this node knows them, hold each file that was appended, and no other. */
    void assertKept(URI node) throws IOException {
        try (RESTCatalog catalog = DemoTable.catalog(node, Optional.empty())) {
            for (Client client : clients) {
                client.assertKept(catalog);
            }
        }
    }

    @Override
    public void close() throws IOException {
        stop.set(true);
        threads.shutdownNow();
        for (Client client : clients) {
            client.catalog.close();
        }
    }
}
