package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.ActiveProcessRow;
import io.ams.proto.NodeState;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.Property;
import io.ams.proto.TableBacklog;
import io.ams.proto.TableCommit;
import io.ams.proto.TableCommitted;
import io.ams.proto.TableRow;
import io.ams.proto.TableSummary;
import io.ams.proto.TargetField;
import io.ams.proto.TargetShape;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskState;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TableCommitTest {
    private static final String WAREHOUSE = CatalogBench.WAREHOUSE;
    private static final Keys.ProcessKey P1 = new Keys.ProcessKey("uuid-t", "p1");

    private final RuleBench bench = new RuleBench();
    private final CatalogBench catalog = new CatalogBench(bench);
    private TableRow table = TableRow.getDefaultInstance();

    @BeforeEach
    void aTableInAnOwnedBucket() {
        catalog.clusterWithNamespace("ns");
        catalog.node("n1", NodeState.ACTIVE);
        catalog.node("n2", NodeState.ACTIVE);
        table = catalog.table("ns", "t");
        catalog.assign(table.getBucket(), "n1", 0);
        bench.passMillis(10);
    }

    @Test
    void thePointerMovesAndTheVersionGrows() {
        TableSummary summary = TableSummary.newBuilder().setSnapshotId(42).build();
        Property steering = Property.newBuilder()
                .setKey("self-optimizing.enabled")
                .setValue("false")
                .build();

        TableCommitted answer = bench.accept(
                Operations.TABLE_COMMIT,
                next().setSummary(summary).addUpkeep(steering).build());

        assertThat(answer)
                .isEqualTo(TableCommitted.newBuilder()
                        .setUuid("uuid-t")
                        .setVersion(2)
                        .setMetadataLocation(WAREHOUSE + "/ns/t/metadata/v2.json")
                        .build());
        assertThat(current())
                .isEqualTo(table.toBuilder()
                        .setVersion(2)
                        .setMetadataLocation(WAREHOUSE + "/ns/t/metadata/v2.json")
                        .setPreviousMetadataLocation(table.getMetadataLocation())
                        .setSummary(summary)
                        .addUpkeep(steering)
                        .setUpdatedAtMillis(bench.now())
                        .build());
    }

    @Test
    void whatUsersAddGoesOntoTheBacklog() {
        bench.accept(
                Operations.TABLE_COMMIT,
                next().setAddedFiles(2).setAddedBytes(20).build());
        bench.passMillis(5);
        bench.accept(
                Operations.TABLE_COMMIT,
                next().setAddedFiles(1).setAddedBytes(7).build());
        bench.passMillis(5);
        bench.accept(Operations.TABLE_COMMIT, next().build());

        assertThat(current().getBacklog())
                .isEqualTo(TableBacklog.newBuilder()
                        .setFiles(3)
                        .setBytes(27)
                        .setCommits(2)
                        .setFirstAtMillis(RuleBench.START_MILLIS + 10)
                        .setLastAtMillis(RuleBench.START_MILLIS + 15)
                        .build());
    }

    @Test
    void theVersionMustBeTheOneThatTheCommitWasMadeFrom() {
        bench.accept(Operations.TABLE_COMMIT, next().build());

        assertThat(refuse(ErrorCode.COMMIT_CONFLICT, next().setExpectedVersion(1)))
                .contains("ns.t is at version 2, not 1");
        refuse(ErrorCode.COMMIT_CONFLICT, next().setExpectedVersion(3));
        assertThat(current().getVersion()).isEqualTo(2);
    }

    @Test
    void aCommitNeedsAMetadataFileOfItsOwn() {
        refuse(ErrorCode.BAD_REQUEST, next().setMetadataLocation(table.getMetadataLocation()));
        refuse(ErrorCode.BAD_REQUEST, next().clearMetadataLocation());
    }

    @Test
    void aShapeThatNoTableCanHaveIsRefused() {
        TargetField field =
                TargetField.newBuilder().setId(1).setName("a").setType("int").build();
        TargetShape shape =
                TargetShape.newBuilder().setLastFieldId(1).addFields(field).build();

        bench.accept(Operations.TABLE_COMMIT, next().setShape(shape).build());
        refuse(ErrorCode.BAD_REQUEST, next().setShape(shape.toBuilder().addFields(field)));
        refuse(ErrorCode.BAD_REQUEST, next().setShape(shape.toBuilder().setLastFieldId(0)));
        for (TargetField wrong : List.of(
                field.toBuilder().setId(-1).build(),
                field.toBuilder().setType("INT").build(),
                field.toBuilder().setType("list").build(),
                field.toBuilder().addChildren(field.toBuilder().setId(2)).build(),
                nested(field, 100))) {
            assertThat(refuse(
                            ErrorCode.BAD_REQUEST,
                            next().setShape(shape.toBuilder()
                                    .setLastFieldId(200)
                                    .setFields(0, wrong))))
                    .contains("shape");
        }
    }

    private static TargetField nested(TargetField inmost, int depth) {
        TargetField field = inmost;
        for (int i = 2; i <= depth; i++) {
            field = TargetField.newBuilder()
                    .setId(i)
                    .setName("a")
                    .setType("struct")
                    .addChildren(field)
                    .build();
        }
        return field;
    }

    @Test
    void countsAreNotNegative() {
        refuse(ErrorCode.BAD_REQUEST, next().setAddedFiles(-1));
        refuse(ErrorCode.BAD_REQUEST, next().setAddedBytes(-1));
        refuse(ErrorCode.BAD_REQUEST, next().setOutputFiles(-1));
        refuse(ErrorCode.BAD_REQUEST, next().setOutputBytes(-1));
    }

    @Test
    void anUnknownTableIsRefused() {
        assertThat(refuse(ErrorCode.TABLE_NOT_FOUND, next().setUuid("uuid-x"))).startsWith("Table does not exist");
    }

    @Test
    void aTableThatMovesKeepsItsFormerLocationsReserved() {
        bench.accept(
                Operations.TABLE_COMMIT,
                next().setLocation(WAREHOUSE + "/ns/moved")
                        .addFurtherLocations(WAREHOUSE + "/ns/data")
                        .build());
        bench.accept(
                Operations.TABLE_COMMIT,
                next().clearFurtherLocations()
                        .addFurtherLocations(WAREHOUSE + "/ns/t")
                        .build());

        assertThat(current().getLocation()).isEqualTo(WAREHOUSE + "/ns/moved");
        assertThat(current().getFurtherLocationsList()).containsExactly(WAREHOUSE + "/ns/t");
        assertThat(current().getFormerLocationsList()).containsExactly(WAREHOUSE + "/ns/data");
        assertThat(bench.keys(Columns.LOCATIONS))
                .containsExactly(WAREHOUSE + "/ns/data/", WAREHOUSE + "/ns/moved/", WAREHOUSE + "/ns/t/");
        bench.refuse(
                ErrorCode.LOCATION_TAKEN,
                Operations.TABLE_CREATE,
                CatalogBench.tableCreate("ns", "data").build());
    }

    @Test
    void aNewLocationIsCheckedAsThatOfANewTable() {
        catalog.table("ns", "other");

        refuse(ErrorCode.LOCATION_TAKEN, next().setLocation(WAREHOUSE + "/ns/other"));
        refuse(ErrorCode.LOCATION_TAKEN, next().addFurtherLocations(WAREHOUSE + "/ns/other/data"));
        refuse(ErrorCode.LOCATION_TAKEN, next().addFurtherLocations(WAREHOUSE + "/ns"));
        refuse(ErrorCode.LOCATION_OUTSIDE_WAREHOUSE, next().addFurtherLocations("s3://bucket/x"));
        refuse(ErrorCode.BAD_REQUEST, next().clearLocation());
    }

    @Test
    void anOwnersCommitNeedsTheEpochThatStands() {
        refuse(ErrorCode.STALE_EPOCH, next().setEpoch(2));
        catalog.assign(table.getBucket(), "n2", 1);
        assertThat(refuse(ErrorCode.STALE_EPOCH, next().setEpoch(1))).contains("n2 owns it with epoch 2");

        bench.accept(Operations.TABLE_COMMIT, next().setEpoch(2).build());
        assertThat(current().getVersion()).isEqualTo(2);
        assertThat(current().getLastUpkeepAtMillis()).isZero();
    }

    @Test
    void theProcessEndsWithTheCommitOfItsWork() {
        process(ProcessState.COMMITTING);
        bench.accept(
                Operations.TABLE_COMMIT,
                next().setAddedFiles(2).setAddedBytes(20).build());
        TableBacklog backlog = current().getBacklog();
        bench.passMillis(10);

        bench.accept(
                Operations.TABLE_COMMIT,
                ofProcess()
                        .setAddedFiles(1)
                        .setOutputFiles(1)
                        .setOutputBytes(100)
                        .build());

        assertThat(bench.row(Columns.PROCESSES, P1))
                .isEqualTo(ProcessRow.newBuilder()
                        .setProcessId("p1")
                        .setTableUuid("uuid-t")
                        .setState(ProcessState.SUCCESS)
                        .setTasks(1)
                        .setTasksDone(1)
                        .setOutputFiles(1)
                        .setOutputBytes(100)
                        .setEndedAtMillis(bench.now())
                        .setCommittedVersion(3)
                        .build());
        assertThat(current().getVersion()).isEqualTo(3);
        assertThat(current().getRunningProcess()).isEmpty();
        assertThat(current().getLastUpkeepAtMillis()).isEqualTo(bench.now());
        assertThat(current().getBacklog()).isEqualTo(backlog);
        assertThat(bench.keys(Columns.TASKS)).isEmpty();
        assertThat(bench.keys(Columns.ACTIVE_PROCESSES)).isEmpty();
    }

    @Test
    void theCommitOfAProcessIsMadeOnce() {
        process(ProcessState.COMMITTING);
        bench.accept(Operations.TABLE_COMMIT, ofProcess().build());

        assertThat(refuse(ErrorCode.PROCESS_ENDED, ofProcess())).contains("SUCCESS");
        assertThat(current().getVersion()).isEqualTo(2);
    }

    @Test
    void theCommitOfAProcessNeedsTheEpochThatStands() {
        process(ProcessState.COMMITTING);
        refuse(ErrorCode.STALE_EPOCH, ofProcess().setEpoch(0));
        catalog.assign(table.getBucket(), "n2", 1);
        refuse(ErrorCode.STALE_EPOCH, ofProcess().setEpoch(1));

        assertThat(bench.row(Columns.PROCESSES, P1).getState()).isEqualTo(ProcessState.COMMITTING);
        bench.accept(Operations.TABLE_COMMIT, ofProcess().setEpoch(2).build());
    }

    @Test
    void aUsersCommitWinsAndTheProcessStays() {
        process(ProcessState.COMMITTING);
        TableCommit prepared = ofProcess().build();
        bench.accept(Operations.TABLE_COMMIT, next().build());

        bench.refuse(ErrorCode.COMMIT_CONFLICT, Operations.TABLE_COMMIT, prepared);

        assertThat(bench.row(Columns.PROCESSES, P1).getState()).isEqualTo(ProcessState.COMMITTING);
        assertThat(current().getRunningProcess()).isEqualTo("p1");
    }

    @Test
    void theProcessMustBeTheTablesAndDone() {
        refuse(ErrorCode.PROCESS_NOT_FOUND, ofProcess());
        process(ProcessState.RUNNING);
        refuse(ErrorCode.PROCESS_UNFINISHED, ofProcess());
        process(ProcessState.CANCELED);
        refuse(ErrorCode.PROCESS_ENDED, ofProcess());
        process(ProcessState.FAILED);
        refuse(ErrorCode.PROCESS_ENDED, ofProcess());
        refuse(ErrorCode.PROCESS_NOT_FOUND, ofProcess().setProcessId("p2"));
    }

    private void process(ProcessState state) {
        ProcessRow process = ProcessRow.newBuilder()
                .setProcessId("p1")
                .setTableUuid("uuid-t")
                .setState(state)
                .setTasks(1)
                .setTasksDone(1)
                .build();
        TaskRow task =
                TaskRow.newBuilder().setProcessId("p1").setState(TaskState.DONE).build();
        bench.put(ChangeSet.builder()
                .put(Columns.PROCESSES, P1, process)
                .put(Columns.TASKS, new Keys.TaskKey("p1", 0), task)
                .put(Columns.ACTIVE_PROCESSES, "p1", ActiveProcessRow.getDefaultInstance())
                .put(
                        Columns.TABLES,
                        "uuid-t",
                        current().toBuilder().setRunningProcess("p1").build())
                .build());
    }

    private TableRow current() {
        return bench.row(Columns.TABLES, "uuid-t");
    }

    private TableCommit.Builder next() {
        return CatalogBench.nextCommit(current());
    }

    private TableCommit.Builder ofProcess() {
        return next().setProcessId("p1").setEpoch(1);
    }

    private String refuse(ErrorCode code, TableCommit.Builder command) {
        return bench.refuse(code, Operations.TABLE_COMMIT, command.build());
    }
}
