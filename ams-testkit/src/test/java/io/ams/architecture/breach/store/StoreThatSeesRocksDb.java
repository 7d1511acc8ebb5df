package io.ams.architecture.breach.store;

import org.rocksdb.WriteOptions;

/** Only store.rocks may see RocksDB. */
public record StoreThatSeesRocksDb(WriteOptions options) {}
