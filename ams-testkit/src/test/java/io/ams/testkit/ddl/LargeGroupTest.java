package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.MessageLite;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlVerdict;
import io.ams.proto.ShardSchema;
import io.ams.state.Column;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.testkit.SoloReplica;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A thousand shards of two hundred columns. How long an announcement takes is for {@code bin/ams-bench ddl} to measure. */
class LargeGroupTest {
    private static final int SHARDS = 1_000;
    private static final int COLUMNS = 200;
    private static final long MOST_BYTES = 50_000_000;
    private static final List<Column<?, ? extends MessageLite>> GROUP_COLUMNS = List.of(
            Columns.DDL_GROUPS,
            Columns.DDL_TARGETS,
            Columns.DDL_MEMBERS,
            Columns.DDL_PENDING,
            Columns.DDL_DECISIONS,
            Columns.DDL_BARRIERS,
            Columns.DDL_CONFLICTS,
            Columns.DDL_EVENTS);

    private final SoloReplica replica = Replicas.solo();
    private final DdlDriver driver = new DdlDriver(() -> replica);

    @Test
    void aThousandWideShardsFitIntoFiftyMegabytesWithEveryDecisionKept() {
        String group = "large";
        driver.createGroup(group, DdlMode.OPTIMISTIC, DdlDriver.policies(), DdlDriver.emptyShape(3));
        ShardSchema schema = ChangeText.schema(IntStream.range(0, COLUMNS)
                .mapToObj(i -> "column_" + i + (i % 3 == 0 ? ":string" : i % 3 == 1 ? ":long" : ":decimal(18,4)"))
                .collect(Collectors.joining(" ")));
        List<Long> joins = new ArrayList<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            DdlJoin join = DdlJoin.newBuilder()
                    .setGroup(group)
                    .setShard("shard-" + shard)
                    .setSchema(schema)
                    .build();
            joins.add(timed(() -> driver.join(join).orThrow()));
        }
        List<Long> announcements = new ArrayList<>();
        for (int seq = 1; seq <= 3; seq++) {
            for (int shard = 0; shard < SHARDS; shard++) {
                DdlAnnounce announce = DdlAnnounce.newBuilder()
                        .setGroup(group)
                        .setShard("shard-" + shard)
                        .setSeq(seq)
                        .addAllChanges(ChangeText.changes("+added_" + seq + ":int"))
                        .build();
                announcements.add(timed(
                        () -> assertThat(driver.announce(announce).orThrow().getVerdict())
                                .isEqualTo(DdlVerdict.VERDICT_APPLIED)));
            }
        }

        report("join", joins);
        report("announcement", announcements);
        assertThat(bytes()).isLessThan(MOST_BYTES);
    }

    private static long timed(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return System.nanoTime() - start;
    }

    private static void report(String what, List<Long> nanos) {
        long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        System.out.printf(
                "%s planned and decided: p50 %.2f ms, p99 %.2f ms, max %.2f ms of %s%n",
                what,
                sorted[sorted.length / 2] / 1e6,
                sorted[sorted.length * 99 / 100] / 1e6,
                sorted[sorted.length - 1] / 1e6,
                Arrays.stream(sorted).count());
    }

    private long bytes() {
        AtomicLong bytes = new AtomicLong();
        driver.read(view -> {
            GROUP_COLUMNS.forEach(column -> view.scan(column, KeyRange.all(), (key, row) -> {
                bytes.addAndGet(row.getSerializedSize());
                return true;
            }));
            return true;
        });
        System.out.println("rows of the group: " + bytes.get() + " bytes");
        return bytes.get();
    }
}
