package io.ams.web.cli.demo;

import io.ams.ddl.client.DdlClient;
import io.ams.ddl.protocol.ShardGroupRequest;
import io.ams.optimizer.client.CallException;
import io.ams.web.cli.demo.UpstreamTable.Alteration;
import io.ams.web.cli.demo.UpstreamTable.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.types.Types;

/**
 * Eight shards whose schemas drift write into one table, first in optimistic mode, then in pessimistic mode; at the end every row
 * must read as its shard's database shows it.
 */
public final class DdlDemo {
    /** How many shards there are. */
    public static final int SHARDS = 8;

    private static final Namespace NAMESPACE = Namespace.of("demo");

    private final DdlClient client;
    private final Table table;
    private final String group;
    private final List<DriftingShard> shards = new ArrayList<>();

    private DdlDemo(DdlClient client, Table table, String group) {
        this.client = client;
        this.table = table;
        this.group = group;
    }

    /** What came of it. */
    public record Result(int rows, int different, Map<String, Integer> verdicts) {}

    /** Makes the table {@code demo.<name>}, a group of the same name in optimistic mode, and has the shards join. */
    public static DdlDemo create(RESTCatalog catalog, DdlClient client, String name, long seed, int rowsPerBatch)
            throws CallException, InterruptedException {
        try {
            catalog.createNamespace(NAMESPACE);
        } catch (AlreadyExistsException e) {
            // An earlier demo made it.
        }
        Schema nothingYet = new Schema(Types.NestedField.optional(1, "shard", Types.StringType.get()));
        Table table = catalog.buildTable(TableIdentifier.of(NAMESPACE, name), nothingYet)
                .withProperty("format-version", "3")
                // Eight writers race for one branch.
                .withProperty(TableProperties.COMMIT_NUM_RETRIES, "100")
                .withProperty(TableProperties.COMMIT_MIN_RETRY_WAIT_MS, "10")
                .withProperty(TableProperties.COMMIT_MAX_RETRY_WAIT_MS, "500")
                .create();
        client.createGroup(new ShardGroupRequest(name, null, NAMESPACE + "." + name, "optimistic", null));
        DdlDemo demo = new DdlDemo(client, table, name);
        for (int i = 1; i <= SHARDS; i++) {
            Table own = catalog.loadTable(TableIdentifier.of(NAMESPACE, name));
            demo.shards.add(new DriftingShard(client, own, name, "shard" + i, seed + i, rowsPerBatch));
        }
        return demo;
    }

    /** Every shard for itself. One of them has another idea of a column than the others. */
    public void optimistic() throws InterruptedException {
        List<Alteration> common = List.of(
                UpstreamTable.add("note", Kind.TEXT, null),
                UpstreamTable.add("qty", Kind.INT, 1),
                UpstreamTable.index("city"),
                UpstreamTable.widen("qty", 1),
                UpstreamTable.rename("note", "remark"),
                UpstreamTable.add("tag", Kind.TEXT, null),
                UpstreamTable.add("price", Kind.MONEY, "9.99"),
                UpstreamTable.drop("city"));
        List<Alteration> stubborn = new ArrayList<>(common);
        stubborn.set(5, UpstreamTable.add("tag", Kind.INT, null));
        live(shard -> shard == SHARDS - 1 ? stubborn : common);
    }

    /** All together, each change once every shard has made it. */
    public void pessimistic() throws InterruptedException {
        List<Alteration> common = List.of(
                UpstreamTable.add("state", Kind.TEXT, "new"),
                UpstreamTable.rename("price", "amount"),
                UpstreamTable.rename("state", "status"),
                UpstreamTable.drop("remark"));
        live(shard -> common);
    }

    /** Which changes a shard makes. */
    private interface Plan {
        List<Alteration> of(int shard);
    }

    private void live(Plan plan) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(SHARDS);
        try {
            List<Callable<Boolean>> lives = new ArrayList<>();
            for (int i = 0; i < SHARDS; i++) {
                DriftingShard shard = shards.get(i);
                List<Alteration> alterations = plan.of(i);
                lives.add(() -> {
                    shard.live(alterations);
                    return true;
                });
            }
            for (Future<Boolean> life : threads.invokeAll(lives)) {
                life.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "a shard of group " + group + " did not get on: " + e.getCause(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    /** Reads the table and compares every row with what its shard's database shows. */
    public Result compare() throws CallException, InterruptedException {
        table.refresh();
        Map<String, Map<Long, Record>> found = new HashMap<>();
        try (CloseableIterable<Record> rows = IcebergGenerics.read(table).build()) {
            for (Record row : rows) {
                found.computeIfAbsent((String) row.getField("shard"), shard -> new HashMap<>())
                        .put((Long) row.getField("id"), row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int rows = 0;
        int different = 0;
        Map<String, Integer> verdicts = new TreeMap<>();
        for (DriftingShard shard : shards) {
            rows += shard.rows();
            different += shard.different(table.schema(), found.getOrDefault(shard.name(), Map.of()));
            shard.verdicts().forEach((verdict, count) -> verdicts.merge(verdict, count, Integer::sum));
        }
        return new Result(rows, different, verdicts);
    }

    /** The columns that the table has in the end. */
    public String columns() {
        StringBuilder text = new StringBuilder();
        table.schema()
                .columns()
                .forEach(column -> text.append(text.isEmpty() ? "" : ", ")
                        .append(column.name())
                        .append(' ')
                        .append(column.type()));
        return text.toString();
    }

    /** Gives the group another mode. */
    public void setMode(String mode) throws CallException, InterruptedException {
        client.configureGroup(group, mode);
    }
}
