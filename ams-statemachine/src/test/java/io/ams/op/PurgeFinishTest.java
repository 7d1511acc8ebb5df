package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.NodeState;
import io.ams.proto.ProcessRow;
import io.ams.proto.PurgeFinish;
import io.ams.proto.TableDrop;
import io.ams.proto.TableRow;
import io.ams.state.Columns;
import io.ams.state.Keys;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PurgeFinishTest {
    private static final PurgeFinish FINISH =
            PurgeFinish.newBuilder().setTableUuid("uuid-t").setEpoch(1).build();

    private final RuleBench bench = new RuleBench();
    private final CatalogBench catalog = new CatalogBench(bench);
    private TableRow table = TableRow.getDefaultInstance();

    @BeforeEach
    void aTableToPurgeAndAnother() {
        catalog.clusterWithNamespace("ns");
        catalog.node("n1", NodeState.ACTIVE);
        catalog.node("n2", NodeState.ACTIVE);
        table = catalog.table("ns", "t");
        catalog.table("ns", "other");
        catalog.assign(table.getBucket(), "n1", 0);
        bench.accept(
                Operations.TABLE_COMMIT,
                CatalogBench.nextCommit(table)
                        .setLocation(CatalogBench.WAREHOUSE + "/ns/moved")
                        .addFurtherLocations(CatalogBench.WAREHOUSE + "/ns/data")
                        .build());
        process("uuid-t");
        process("uuid-other");
        bench.accept(
                Operations.TABLE_DROP,
                TableDrop.newBuilder()
                        .setCatalog("default")
                        .addLevels("ns")
                        .setName("t")
                        .setPurge(true)
                        .build());
    }

    @Test
    void everyLocationIsFreeAndTheHistoryForgotten() {
        bench.accept(Operations.PURGE_FINISH, FINISH);

        assertThat(bench.keys(Columns.PURGES)).isEmpty();
        assertThat(bench.keys(Columns.LOCATIONS)).containsExactly(CatalogBench.WAREHOUSE + "/ns/other/");
        assertThat(bench.keys(Columns.PROCESSES)).containsExactly(new Keys.ProcessKey("uuid-other", "p1"));
        catalog.table("ns", "t");
    }

    @Test
    void theEpochMustStand() {
        catalog.assign(table.getBucket(), "n2", 1);

        assertThat(bench.refuse(ErrorCode.STALE_EPOCH, Operations.PURGE_FINISH, FINISH))
                .contains("n2");
        bench.refuse(
                ErrorCode.STALE_EPOCH,
                Operations.PURGE_FINISH,
                FINISH.toBuilder().setEpoch(0).build());
        bench.accept(Operations.PURGE_FINISH, FINISH.toBuilder().setEpoch(2).build());
    }

    @Test
    void aPurgeEndsOnce() {
        bench.accept(Operations.PURGE_FINISH, FINISH);

        bench.refuse(ErrorCode.PURGE_NOT_FOUND, Operations.PURGE_FINISH, FINISH);
    }

    private void process(String table) {
        bench.put(Columns.PROCESSES, new Keys.ProcessKey(table, "p1"), ProcessRow.getDefaultInstance());
    }
}
