package io.ams.web.cli.bench;

import io.ams.web.cli.bench.IcebergTables.Table;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;

/** Loads of tables, one after the other. */
final class TableLoads implements Workload {
    private final URI server;
    private final List<Table> tables;
    private int next;

    TableLoads(URI server, List<Table> tables) {
        this.server = server;
        this.tables = tables;
    }

    @Override
    public ByteBuffer next(int slot) {
        next = (next + 1) % tables.size();
        return HttpRequests.get(server, tables.get(next).path());
    }

    @Override
    public boolean answered(int slot, int status, String body) {
        return status == 200;
    }
}
