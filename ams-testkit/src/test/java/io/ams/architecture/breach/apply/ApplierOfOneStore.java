package io.ams.architecture.breach.apply;

import io.ams.store.rocks.RocksStore;

/** Apply must not see a particular store. */
public record ApplierOfOneStore(RocksStore store) {}
