package io.ams.optimizer.protocol;

import java.util.List;

/**
 * The worker is known now.
 *
 * @param heartbeatMillis how often it has to say that it lives
 * @param leaseMillis how long a task is its own after the last heartbeat that named it
 * @param nodes base URLs of every node it may call
 */
public record RegisterAnswer(String id, long heartbeatMillis, long leaseMillis, List<String> nodes) {
    public RegisterAnswer {
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
    }
}
