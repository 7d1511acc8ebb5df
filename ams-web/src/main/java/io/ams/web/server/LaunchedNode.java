package io.ams.web.server;

import io.ams.raft.node.AmsNode;
import io.ams.raft.node.ExitCode;
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
        System.err.println("ams: cannot join: " + why);
        end.complete(ExitCode.JOIN_FAILED);
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
            throw new IllegalStateException("the end of a node is never a failure", e);
        }
    }

    @Override
    public void stop() {
        node.leave();
        parts.close();
        node.close();
        end.complete(ExitCode.OK);
    }
}
