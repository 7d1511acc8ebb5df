package io.ams.web.server;

/** Builds and starts a node. The command line knows nothing else of it. */
public interface NodeLauncher {
    /**
     * Returns when every listener is open. The node need not be ready yet: the probes say when it is.
     *
     * @throws io.ams.raft.node.StartRefusedException for an expected reason; nothing is left running
     */
    RunningNode launch(NodeOptions options);
}
