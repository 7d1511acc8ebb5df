package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An announcement that is not decided.
 *
 * @param verdict WAITING, QUEUED or BLOCKED
 * @param changes in words
 * @param barrier it waits at, if it does
 * @param conflict it is in, if it is
 * @param waitingFor shards that have not announced it; at most a hundred are named
 */
public record PendingView(
        long seq,
        String verdict,
        String changes,
        @Nullable Long barrier,
        @Nullable Long conflict,
        List<String> waitingFor,
        List<Warning> warnings,
        long sinceMillis) {}
