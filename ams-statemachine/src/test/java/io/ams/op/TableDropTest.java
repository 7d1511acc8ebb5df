package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.ActiveProcessRow;
import io.ams.proto.DroppedRow;
import io.ams.proto.NameKind;
import io.ams.proto.NameRow;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.PurgeRow;
import io.ams.proto.SettingPut;
import io.ams.proto.TableDrop;
import io.ams.proto.TableDropped;
import io.ams.proto.TableRow;
import io.ams.proto.TaskRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TableDropTest {
    private static final TableDrop DROP = TableDrop.newBuilder()
            .setCatalog("default")
            .addLevels("ns")
            .setName("t")
            .build();

    private final RuleBench bench = new RuleBench();
    private final CatalogBench catalog = new CatalogBench(bench);
    private TableRow table = TableRow.getDefaultInstance();

    @BeforeEach
    void aTable() {
        catalog.clusterWithNamespace("ns");
        table = catalog.table("ns", "t");
        bench.passMillis(10);
    }

    @Test
    void aDroppedTableCanBeBroughtBackForAWhile() {
        bench.accept(
                Operations.SETTING_PUT,
                SettingPut.newBuilder()
                        .setKey("table.dropped-retention-millis")
                        .setValue("500")
                        .build());

        TableDropped answer = bench.accept(Operations.TABLE_DROP, DROP);

        assertThat(answer)
                .isEqualTo(TableDropped.newBuilder()
                        .setUuid("uuid-t")
                        .setMetadataLocation(table.getMetadataLocation())
                        .build());
        assertThat(bench.row(Columns.DROPPED, "uuid-t"))
                .isEqualTo(DroppedRow.newBuilder()
                        .setTable(table)
                        .setDroppedAtMillis(bench.now())
                        .setExpiresAtMillis(bench.now() + 500)
                        .build());
        assertThat(bench.keys(Columns.PURGES)).isEmpty();
        assertGone();
    }

    @Test
    void thePurgedTablesFilesAreNotedForDeletion() {
        String moved = CatalogBench.WAREHOUSE + "/ns/moved";
        String data = CatalogBench.WAREHOUSE + "/ns/data";
        bench.accept(
                Operations.TABLE_COMMIT,
                CatalogBench.nextCommit(table)
                        .setLocation(moved)
                        .addFurtherLocations(data)
                        .build());

        bench.accept(Operations.TABLE_DROP, DROP.toBuilder().setPurge(true).build());

        assertThat(bench.row(Columns.PURGES, "uuid-t"))
                .isEqualTo(PurgeRow.newBuilder()
                        .setTableUuid("uuid-t")
                        .setCatalog("default")
                        .setMetadataLocation(table.getLocation() + "/metadata/v2.json")
                        .setLocation(moved)
                        .addFurtherLocations(data)
                        .addFurtherLocations(table.getLocation())
                        .setBucket(table.getBucket())
                        .setRequestedAtMillis(bench.now())
                        .build());
        assertThat(bench.keys(Columns.DROPPED)).isEmpty();
        assertGone();
        assertThat(bench.keys(Columns.LOCATIONS)).hasSize(3);
    }

    private void assertGone() {
        assertThat(bench.keys(Columns.NAMES)).isEmpty();
        assertThat(bench.keys(Columns.TABLES)).isEmpty();
        assertThat(bench.keys(Columns.BUCKET_TABLES)).isEmpty();
        assertThat(bench.keys(Columns.LOCATIONS)).contains(CatalogBench.WAREHOUSE + "/ns/t/");
    }

    @Test
    void theNameIsFreeAtOnce() {
        bench.accept(Operations.TABLE_DROP, DROP);

        catalog.table(CatalogBench.tableCreate("ns", "t")
                .setUuid("uuid-2")
                .setLocation(CatalogBench.WAREHOUSE + "/ns/t-2")
                .build());
    }

    @Test
    void theRunningProcessIsCancelled() {
        Keys.ProcessKey key = new Keys.ProcessKey("uuid-t", "p1");
        bench.put(ChangeSet.builder()
                .put(
                        Columns.PROCESSES,
                        key,
                        ProcessRow.newBuilder()
                                .setProcessId("p1")
                                .setTableUuid("uuid-t")
                                .setState(ProcessState.RUNNING)
                                .build())
                .put(Columns.TASKS, new Keys.TaskKey("p1", 0), TaskRow.getDefaultInstance())
                .put(Columns.ACTIVE_PROCESSES, "p1", ActiveProcessRow.getDefaultInstance())
                .put(
                        Columns.TABLES,
                        "uuid-t",
                        table.toBuilder().setRunningProcess("p1").build())
                .build());

        bench.accept(Operations.TABLE_DROP, DROP);

        assertThat(bench.row(Columns.PROCESSES, key).getState()).isEqualTo(ProcessState.CANCELED);
        assertThat(bench.row(Columns.PROCESSES, key).getFailure()).isEqualTo("the table was dropped");
        assertThat(bench.row(Columns.PROCESSES, key).getEndedAtMillis()).isEqualTo(bench.now());
        assertThat(bench.keys(Columns.TASKS)).isEmpty();
        assertThat(bench.keys(Columns.ACTIVE_PROCESSES)).isEmpty();
        assertThat(bench.row(Columns.DROPPED, "uuid-t").getTable()).isEqualTo(table);
    }

    @Test
    void whatIsNoTableIsRefused() {
        bench.put(
                Columns.NAMES,
                new Keys.NameKey("default", List.of("ns"), "v"),
                NameRow.newBuilder().setKind(NameKind.VIEW).setUuid("uuid-t").build());

        assertThat(refuse(ErrorCode.TABLE_NOT_FOUND, DROP.toBuilder().setName("x")))
                .isEqualTo("Table does not exist: ns.x");
        refuse(ErrorCode.TABLE_NOT_FOUND, DROP.toBuilder().setName("v"));
        refuse(ErrorCode.TABLE_NOT_FOUND, DROP.toBuilder().addLevels("in"));
        refuse(ErrorCode.CATALOG_NOT_FOUND, DROP.toBuilder().setCatalog("lake"));
    }

    private String refuse(ErrorCode code, TableDrop.Builder command) {
        return bench.refuse(code, Operations.TABLE_DROP, command.build());
    }
}
