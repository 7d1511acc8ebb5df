package io.ams.web.cli.demo;

import io.ams.ddl.client.DdlClient;
import io.ams.ddl.client.RowMapper;
import io.ams.ddl.client.ShardSession;
import io.ams.ddl.client.ShardWriter;
import io.ams.ddl.protocol.ColumnBinding;
import io.ams.ddl.protocol.Decision;
import io.ams.ddl.protocol.ResolveRequest;
import io.ams.optimizer.client.CallException;
import io.ams.web.cli.demo.UpstreamTable.Alteration;
import io.ams.web.cli.demo.UpstreamTable.Kind;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.RESTException;
import org.jspecify.annotations.Nullable;

/**
 * A shard of the demo: a table upstream that changes, and the job that carries its rows and changes over. It does what such a job
 * does: announce, wait until it is decided, write by the new bindings. For one thread.
 */
final class DriftingShard {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** Bindings change with what the shard itself announces: more often than this is no race any more. */
    private static final int MOST_TRIES = 10;

    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final String[] CITIES = {"Bergen", "Hangzhou", "Lagos", "Lima", "Oslo", "Pune"};

    private final DdlClient client;
    private final ShardSession session;
    private final ShardWriter writer;
    private final SplittableRandom random;
    private final int rowsPerBatch;
    private final UpstreamTable upstream = UpstreamTable.begin();
    private final Map<String, Integer> verdicts = new TreeMap<>();
    private long nextId;

    DriftingShard(DdlClient client, Table table, String group, String name, long seed, int rowsPerBatch)
            throws CallException, InterruptedException {
        this.client = client;
        this.session = ShardSession.join(client, group, name, upstream.schema());
        this.writer = new ShardWriter(table, group, name);
        this.random = new SplittableRandom(seed);
        this.rowsPerBatch = rowsPerBatch;
    }

    /** Makes the changes in order, with rows before, between and after, at a pace of its own. */
    void live(List<Alteration> alterations) throws CallException, InterruptedException {
        writeSome();
        for (Alteration alteration : alterations) {
            Thread.sleep(random.nextInt(120));
            change(alteration);
            writeSome();
        }
    }

    private void writeSome() throws CallException, InterruptedException {
        for (int batches = 1 + random.nextInt(2); batches > 0; batches--) {
            write();
        }
    }

    private void change(Alteration alteration) throws CallException, InterruptedException {
        alteration.apply(upstream);
        Decision decision = session.announce(alteration.sql());
        count(decision);
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!decision.isFinal()) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException(
                        session.shard() + " waits too long with " + alteration.sql() + ": " + decision);
            }
            if (decision.verdict().equals("BLOCKED")) {
                // What an operator would do: the shard's column is another one, so it gets a field of its own.
                client.resolve(session.group(), session.shard(), ResolveRequest.of("new-field"));
                verdicts.merge("resolved with new-field", 1, Integer::sum);
            }
            decision = session.await(LOOK);
        }
    }

    private void count(Decision decision) {
        verdicts.merge(decision.verdict(), 1, Integer::sum);
        decision.steps().forEach(step -> verdicts.merge(step.action(), 1, Integer::sum));
    }

    private void write() throws CallException, InterruptedException {
        List<Map<String, @Nullable Object>> batch = new ArrayList<>();
        for (int i = 0; i < rowsPerBatch; i++) {
            batch.add(upstream.insert(values(nextId++)));
        }
        for (int tries = 1; ; tries++) {
            try {
                writer.append(session.standing(), batch);
                return;
            } catch (RESTException e) {
                boolean stale = e.getMessage() != null && e.getMessage().contains("bindings");
                if (!stale || tries == MOST_TRIES) {
                    throw e;
                }
                session.reload();
            }
        }
    }

    private Map<String, @Nullable Object> values(long id) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (String column : List.of("note", "remark", "tag", "state", "status")) {
            values.put(column, random.nextInt(4) == 0 ? null : column + random.nextInt(100));
        }
        if (upstream.kindOf("tag").orElse(Kind.TEXT) == Kind.INT) {
            values.put("tag", random.nextInt(1000));
        }
        values.put("shard", session.shard());
        values.put("id", id);
        values.put("city", CITIES[random.nextInt(CITIES.length)]);
        values.put("qty", random.nextInt(100));
        values.put("price", BigDecimal.valueOf(random.nextInt(100_000), 2));
        values.put("amount", values.get("price"));
        return values;
    }

    /** What was decided, and how often. */
    Map<String, Integer> verdicts() {
        return verdicts;
    }

    String name() {
        return session.shard();
    }

    int rows() {
        return upstream.rows().size();
    }

    /**
     * How many of the shard's rows the table shows otherwise than the database.
     *
     * @param found the table's rows of this shard, by id
     */
    int different(Schema schema, Map<Long, Record> found) throws CallException, InterruptedException {
        session.reload();
        List<ColumnBinding> columns = session.standing().columns();
        RowMapper mapper = new RowMapper(schema, columns, session.standing().fills());
        int different = Math.abs(found.size() - upstream.rows().size());
        for (Map<String, @Nullable Object> row : upstream.rows()) {
            Record expected = mapper.map(row);
            Record real = found.get((Long) row.get("id"));
            boolean same = real != null
                    && columns.stream()
                            .filter(column -> column.fieldId() != 0)
                            .map(column -> column.field().get(0))
                            .allMatch(field -> same(expected.getField(field), real.getField(field)));
            different += same ? 0 : 1;
        }
        return different;
    }

    private static boolean same(@Nullable Object left, @Nullable Object right) {
        return left == null ? right == null : left.equals(right);
    }
}
