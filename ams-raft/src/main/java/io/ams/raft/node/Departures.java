package io.ams.raft.node;

import io.ams.raft.Membership;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes members out of the group whose rows say that they are gone; one at a time, never waited for. Safe for many threads. */
final class Departures {
    private static final Logger LOG = LoggerFactory.getLogger(Departures.class);

    private final Membership membership;
    private final AtomicBoolean underWay = new AtomicBoolean();

    Departures(Membership membership) {
        this.membership = membership;
    }

    /** Begins to take out the first of these, unless one is on its way out; who is left is named again next time. */
    void begin(List<String> departed) {
        if (departed.isEmpty() || !underWay.compareAndSet(false, true)) {
            return;
        }
        String id = departed.get(0);
        LOG.info("node={} is gone and still a member: taking it out", id);
        // As a stage of its own, so that a throw is a failure like others.
        var unused = CompletableFuture.completedFuture(id)
                .thenCompose(membership::remove)
                .whenComplete((removed, failure) -> {
                    underWay.set(false);
                    if (failure != null) {
                        LOG.info("node={} not taken out yet reason={}", id, failure.toString());
                    }
                });
    }
}
