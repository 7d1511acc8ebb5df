package io.ams.web.cli.bench;

import java.nio.ByteBuffer;

/** Numbered keys with versions, on one server. Versions begin at 0, which means that the key does not exist. */
interface KeyValueService {
    /** Writes the key only if its version is this one. */
    ByteBuffer compareAndSet(int key, long version, String value);

    /** The version that a compare-and-set made, or -1 if it did not. */
    long written(int status, String body, long expected);

    /** A strict read. */
    ByteBuffer read(int key);

    /** The version of the key that was read, or -1 if the read failed. */
    long versionRead(int status, String body);
}
