package io.ams.web.cli.bench;

import java.nio.ByteBuffer;

/**
 * Writes 256 bytes at a time, each only if the version is the one known. Each slot has keys of its own, so nothing contends, and
 * versions are known beforehand: {@code versions} is kept from run to run. After a failure the version is read again.
 */
final class CompareAndSets implements Workload {
    private static final int VALUE_BYTES = 256;
    private static final String FILL = "abcdefghijklmnopqrstuvwxyz012345".repeat(VALUE_BYTES / 32);

    private final KeyValueService service;
    private final long[] versions;
    private final int slots;
    private final int[] keys;
    private final boolean[] reading;
    private long counter;

    /** There must be at least as many keys as slots. */
    CompareAndSets(KeyValueService service, long[] versions, int slots) {
        this.service = service;
        this.versions = versions;
        this.slots = slots;
        this.keys = new int[slots];
        this.reading = new boolean[slots];
        for (int slot = 0; slot < slots; slot++) {
            keys[slot] = beforeFirstMissing(slot);
        }
    }

    /** Keys that do not exist come first, so that short runs reach them all one after the other. */
    private int beforeFirstMissing(int slot) {
        int key = slot;
        while (key < versions.length && versions[key] > 0) {
            key += slots;
        }
        return (key < versions.length ? key : slot) - slots;
    }

    @Override
    public ByteBuffer next(int slot) {
        if (reading[slot]) {
            return service.read(keys[slot]);
        }
        keys[slot] += slots;
        if (keys[slot] >= versions.length) {
            keys[slot] = slot;
        }
        return service.compareAndSet(keys[slot], versions[keys[slot]], value());
    }

    @Override
    public boolean answered(int slot, int status, String body) {
        if (reading[slot]) {
            long version = service.versionRead(status, body);
            reading[slot] = version < 0;
            versions[keys[slot]] = Math.max(version, 0);
            return false;
        }
        long version = service.written(status, body, versions[keys[slot]]);
        if (version < 0) {
            reading[slot] = true;
            return false;
        }
        versions[keys[slot]] = version;
        return true;
    }

    private String value() {
        String head = Long.toHexString(counter++);
        return head + FILL.substring(head.length());
    }
}
