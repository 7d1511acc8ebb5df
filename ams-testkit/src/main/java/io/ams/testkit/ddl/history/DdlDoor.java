package io.ams.testkit.ddl.history;

import com.google.protobuf.Message;
import java.util.Optional;

/** The nodes of a cluster, as shards of one group reach them: one call, one answer, nothing made again. Safe for many threads. */
public interface DdlDoor {
    /** How many nodes there are; they are numbered from 0. */
    int nodes();

    /**
     * Asks a node to carry out a command.
     *
     * @param key under which it is carried out at most once; empty for none
     */
    DdlAnswer call(int node, Message command, String key);

    /** What a node shows of the group, as fresh as can be; empty if it does not answer. */
    Optional<GroupSeen> look(int node, String group);

    /** Waits a little for the decision of an announcement; returns early if it is there, or if the node cannot say. */
    void await(int node, String group, String shard, long seq);
}
