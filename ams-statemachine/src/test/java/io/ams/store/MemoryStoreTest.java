package io.ams.store;

import java.nio.file.Path;

class MemoryStoreTest extends StateStoreContract {
    @Override
    protected StateStore create(Path directory) {
        return new MemoryStore();
    }
}
