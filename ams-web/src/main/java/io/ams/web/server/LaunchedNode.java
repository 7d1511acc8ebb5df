package io.ams.web.server;

import io.ams.raft.node.AmsNode;
import io.ams.raft.node.ExitCode;
import io.ams.raft.node.StartRefusedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A node that runs: its replica and what runs on it. */
final class LaunchedNode implements RunningNode {
    private final AmsNode node;
    private final NodeParts parts;
    private final CompletableFuture<ExitCode> end = new CompletableFuture<>();

    LaunchedNode(AmsNode node, NodeParts parts) {
        this.node = node;
        this.parts = parts;
    }

    /** The cluster did not take the node in. */
    void joinRefused(String why) {
        end.completeExceptionally(new StartRefusedException(ExitCode.JOIN_FAILED, why));
    }

    @Override
    public ExitCode awaitEnd() throws InterruptedException {
        try {
            ExitCode code = end.get();
            if (code != ExitCode.OK) {
                stop();
            }
            return code;
        } catch (ExecutionException e) {
            stop();
            if (e.getCause() instanceof StartRefusedException refused) {
                throw refused;
            }
            throw new IllegalStateException("a node ends with a code or by a refusal", e);
        }
    }

    @Override
    public synchronized void stop() {
        node.leave();
        parts.close();
        node.close();
        end.complete(ExitCode.OK);
    }
}
