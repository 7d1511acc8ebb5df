/** The store on disk. The only code that sees RocksDB; it owns every native handle and closes it. */
@NullMarked
package io.ams.store.rocks;

import org.jspecify.annotations.NullMarked;
