package io.ams.testkit.history;

import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the reference model and a real state are compared by: one line for each thing both know. */
final class ModelPicture {
    private final List<String> lines = new ArrayList<>();

    /** The lines in alphabetical order. */
    List<String> lines() {
        Collections.sort(lines);
        return lines;
    }

    void setting(String key, String value, long version) {
        line("setting", key, value, version);
    }

    void node(String id, String state, String raftAddress) {
        line("node", id, state, raftAddress);
    }

    void bucket(int bucket, String owner, long epoch, boolean byHand) {
        line("bucket", bucket, owner, epoch, byHand);
    }

    void namespace(String catalog, List<String> levels) {
        line("namespace", catalog, levels);
    }

    void table(
            String uuid,
            List<String> levels,
            String name,
            long version,
            String metadata,
            long backlog,
            String process) {
        line("table", uuid, levels, name, version, metadata, backlog, process);
    }

    void gone(String uuid) {
        line("gone", uuid);
    }

    void worker(String id, String group, long seen) {
        line("worker", id, group, seen);
    }

    void process(String table, String id, String state, int done, long outputFiles) {
        line("process", table, id, state, done, outputFiles);
    }

    void task(String process, int number, String state, int attempt, String worker, int failures, long until) {
        line("task", process, number, state, attempt, worker, failures, until);
    }

    private void line(String what, Object... values) {
        lines.add(what + " " + List.of(values));
    }

    static List<String> of(View view) {
        ModelPicture picture = new ModelPicture();
        view.scan(Columns.SETTINGS, KeyRange.all(), (key, row) -> {
            picture.setting(key, row.getValue(), row.getVersion());
            return true;
        });
        view.scan(Columns.NODES, KeyRange.all(), (id, row) -> {
            picture.node(id, row.getState().name(), row.getRaftAddress());
            return true;
        });
        view.scan(Columns.BUCKETS, KeyRange.all(), (bucket, row) -> {
            picture.bucket(bucket, row.getOwner(), row.getEpoch(), row.getByHand());
            return true;
        });
        picture.addTables(view);
        picture.addUpkeep(view);
        return picture.lines();
    }

    private void addTables(View view) {
        view.scan(Columns.NAMESPACES, KeyRange.all(), (key, row) -> {
            namespace(key.catalog(), key.levels());
            return true;
        });
        view.scan(Columns.TABLES, KeyRange.all(), (uuid, row) -> {
            table(
                    uuid,
                    row.getLevelsList(),
                    row.getName(),
                    row.getVersion(),
                    row.getMetadataLocation(),
                    row.getBacklog().getFiles(),
                    row.getRunningProcess());
            return true;
        });
        view.scan(Columns.DROPPED, KeyRange.all(), (uuid, row) -> {
            gone(uuid);
            return true;
        });
        view.scan(Columns.PURGES, KeyRange.all(), (uuid, row) -> {
            gone(uuid);
            return true;
        });
    }

    private void addUpkeep(View view) {
        view.scan(Columns.WORKERS, KeyRange.all(), (id, row) -> {
            worker(id, row.getGroup(), row.getLastSeenAtMillis());
            return true;
        });
        view.scan(Columns.PROCESSES, KeyRange.all(), (key, row) -> {
            process(key.tableUuid(), key.processId(), row.getState().name(), row.getTasksDone(), row.getOutputFiles());
            return true;
        });
        view.scan(Columns.TASKS, KeyRange.all(), (key, row) -> {
            task(
                    key.processId(),
                    key.number(),
                    row.getState().name(),
                    row.getAttempt(),
                    row.getWorker(),
                    row.getFailures(),
                    row.getLeaseUntilMillis());
            return true;
        });
    }
}
