package io.ams.optimizer;

import io.ams.optimizer.client.AmsClient;
import io.ams.optimizer.client.CallException;
import io.ams.optimizer.client.Nodes;
import io.ams.optimizer.protocol.HeartbeatAnswer;
import io.ams.optimizer.protocol.HeartbeatRequest;
import io.ams.optimizer.protocol.RegisterAnswer;
import io.ams.optimizer.protocol.RegisterRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** The worker as AMS knows it: one id for its whole life, registered again whenever AMS has forgotten it. */
final class Session {
    static final String FORGOTTEN = "WORKER_NOT_FOUND";
    private static final long FIRST_HEARTBEAT_MILLIS = 1000;
    private static final long FIRST_LEASE_MILLIS = 10_000;

    private final AmsClient client;
    private final Nodes nodes;
    private final WorkerSettings settings;
    private final Clock clock;
    private final String id = UUID.randomUUID().toString();
    private volatile RegisterAnswer terms =
            new RegisterAnswer(id, FIRST_HEARTBEAT_MILLIS, FIRST_LEASE_MILLIS, List.of());
    private volatile long heardMillis;

    Session(AmsClient client, Nodes nodes, WorkerSettings settings, Clock clock) {
        this.client = client;
        this.nodes = nodes;
        this.settings = settings;
        this.clock = clock;
        this.heardMillis = clock.millis();
    }

    String id() {
        return id;
    }

    /** One try at one node. */
    void register() throws CallException, InterruptedException {
        terms = client.register(
                nodes.current(),
                new RegisterRequest(id, settings.group(), settings.threads(), settings.kind(), settings.host()));
        nodes.named(terms.nodes());
        heard();
    }

    /** One try at one node. */
    HeartbeatAnswer heartbeat(HeartbeatRequest request) throws CallException, InterruptedException {
        HeartbeatAnswer answer = client.heartbeat(nodes.current(), id, request);
        nodes.named(answer.nodes());
        heard();
        return answer;
    }

    Duration heartbeatEvery() {
        return Duration.ofMillis(terms.heartbeatMillis());
    }

    /** Whether AMS has been silent for so long that every lease of this worker is long over. */
    boolean isLongLost() {
        return clock.millis() - heardMillis > terms.leaseMillis() * settings.leasesToGiveUp();
    }

    private void heard() {
        heardMillis = clock.millis();
    }
}
