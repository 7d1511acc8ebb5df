package io.ams.web.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.web.cli.demo.DemoTable.Contents;
import java.io.IOException;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.junit.jupiter.api.Test;

class DemoTableTest {
    @Test
    void whatIsWrittenIsWhatAScanFindsAndALostFileIsNoticed() throws IOException {
        try (InMemoryCatalog catalog = new InMemoryCatalog()) {
            catalog.initialize("test", Map.of());
            DemoTable.create(catalog, "another", 3);
            DemoTable orders = DemoTable.create(catalog, "orders", 3);

            Contents written = DemoTable.sum(orders.append(0), orders.append(1));

            assertThat(orders.files()).isEqualTo(2);
            assertThat(written.rows()).isEqualTo(6);
            assertThat(orders.scan()).isEqualTo(written);

            Table table = catalog.loadTable(TableIdentifier.parse(DemoTable.fullName("orders")));
            table.newDelete()
                    .deleteFromRowFilter(Expressions.greaterThanOrEqual("id", 3L))
                    .commit();
            assertThat(orders.files()).isEqualTo(1);
            assertThat(orders.scan().rows()).isEqualTo(3);
            assertThat(orders.scan()).isNotEqualTo(written);
        }
    }
}
