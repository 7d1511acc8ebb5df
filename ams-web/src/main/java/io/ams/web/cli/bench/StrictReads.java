package io.ams.web.cli.bench;

import java.nio.ByteBuffer;

/** Strict reads of keys that exist, one after the other. */
final class StrictReads implements Workload {
    private final KeyValueService service;
    private final int keys;
    private int next;

    StrictReads(KeyValueService service, int keys) {
        this.service = service;
        this.keys = keys;
    }

    @Override
    public ByteBuffer next(int slot) {
        next = (next + 1) % keys;
        return service.read(next);
    }

    @Override
    public boolean answered(int slot, int status, String body) {
        return service.versionRead(status, body) > 0;
    }
}
