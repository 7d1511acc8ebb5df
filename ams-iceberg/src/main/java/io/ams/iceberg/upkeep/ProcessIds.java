package io.ams.iceberg.upkeep;

import java.time.Clock;
import java.util.Locale;
import java.util.UUID;

/** Makes process ids: they sort by the time they were made, and no two are equal. Safe for many threads. */
final class ProcessIds {
    private final Clock clock;

    ProcessIds(Clock clock) {
        this.clock = clock;
    }

    String next() {
        String random = UUID.randomUUID().toString().replace("-", "").substring(0, 16);
        return String.format(Locale.ROOT, "%012x-%s", clock.millis(), random);
    }
}
