package io.ams.web.cli.bench;

import io.ams.web.cli.bench.IcebergTables.Table;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;

/** Commits to tables, slot by slot in turn. With one table all contend; a lost race is an answer, not a failure, but not done. */
final class TableCommits implements Workload {
    private final URI server;
    private final List<Table> tables;
    private long number;
    private long conflicts;

    TableCommits(URI server, List<Table> tables) {
        this.server = server;
        this.tables = tables;
    }

    /** How often another commit was first. */
    long conflicts() {
        return conflicts;
    }

    @Override
    public ByteBuffer next(int slot) {
        Table table = tables.get(slot % tables.size());
        return HttpRequests.send("POST", server, table.path(), "", IcebergTables.commit(table, number++));
    }

    @Override
    public boolean answered(int slot, int status, String body) {
        conflicts += status == 409 ? 1 : 0;
        return status == 200;
    }
}
