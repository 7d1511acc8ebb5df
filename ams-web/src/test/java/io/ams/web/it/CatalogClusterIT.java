package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.testkit.process.ProcessCluster;
import io.ams.web.cli.demo.DemoTable;
import io.ams.web.cli.demo.DemoTable.Contents;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.RESTCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CatalogClusterIT {
    private static final int ROUNDS = 30;
    private static final int ROWS = 5;

    @RegisterExtension
    static final ProcessCluster CLUSTER = ProcessCluster.of(3);

    @Test
    void loadsFromOtherNodesSeeEachAcknowledgedCommitAtOnce() throws IOException {
        try (RESTCatalog first = catalog("n1");
                RESTCatalog second = catalog("n2");
                RESTCatalog third = catalog("n3")) {
            DemoTable orders = DemoTable.create(first, "seen-at-once", ROWS);
            TableIdentifier name = TableIdentifier.parse(DemoTable.fullName("seen-at-once"));
            Contents written = new Contents(0, 0);
            for (int round = 0; round < ROUNDS; round++) {
                written = DemoTable.sum(written, orders.append(round));
                long newest = first.loadTable(name).currentSnapshot().snapshotId();
                for (RESTCatalog other : List.of(second, third)) {
                    // Upkeep may have committed on top of it.
                    assertThat(other.loadTable(name).snapshot(newest))
                            .as(
                                    "snapshot of round %d as %s loads it",
                                    round, other.properties().get("uri"))
                            .isNotNull();
                }
                assertRows(written, round);
            }
            for (RESTCatalog each : List.of(first, second, third)) {
                assertThat(DemoTable.open(each, "seen-at-once", ROWS).scan()).isEqualTo(written);
            }
        }
    }

    /** Not left to the client above: a client of its own for each look, so that nothing is remembered. */
    private static void assertRows(Contents written, int round) throws IOException {
        if (round % 10 == 9) {
            try (RESTCatalog fresh = catalog(round % 20 == 9 ? "n2" : "n3")) {
                assertThat(DemoTable.open(fresh, "seen-at-once", ROWS).scan()).isEqualTo(written);
            }
        }
    }

    @Test
    void aTableOrNamespaceThatOneNodeMadeOrDroppedIsThereOrGoneOnAll() throws IOException {
        try (RESTCatalog first = catalog("n1");
                RESTCatalog second = catalog("n2");
                RESTCatalog third = catalog("n3")) {
            List<RESTCatalog> all = List.of(first, second, third);
            Namespace namespace = Namespace.of("come-and-go");
            List<TableIdentifier> made = new ArrayList<>();
            for (int round = 0; round < 12; round++) {
                RESTCatalog maker = all.get(round % 3);
                if (round == 0) {
                    maker.createNamespace(namespace);
                }
                TableIdentifier name = TableIdentifier.of(namespace, "t" + round);
                Table table = maker.createTable(name, DemoTable.SCHEMA);
                made.add(name);
                for (RESTCatalog each : all) {
                    assertThat(each.loadTable(name).uuid()).isEqualTo(table.uuid());
                    assertThat(each.listTables(namespace)).containsExactlyInAnyOrderElementsOf(made);
                }
            }
            for (int round = 0; round < 12; round++) {
                TableIdentifier name = made.remove(0);
                assertThat(all.get(round % 3).dropTable(name, false)).isTrue();
                for (RESTCatalog each : all) {
                    assertThat(each.tableExists(name)).isFalse();
                }
            }
            assertThat(second.dropNamespace(namespace)).isTrue();
            assertThat(third.namespaceExists(namespace)).isFalse();
        }
    }

    private static RESTCatalog catalog(String node) {
        return DemoTable.catalog(CLUSTER.url(node), Optional.empty());
    }
}
