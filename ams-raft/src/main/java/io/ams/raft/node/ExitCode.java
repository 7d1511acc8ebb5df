package io.ams.raft.node;

/**
 * Why the process of a node ended. The numbers are part of the interface: scripts and service supervisors rely on them.
 *
 * <p>From 10 on the node refused to start and served nothing; from 30 on it ran and stopped because going on could have broken
 * a promise. {@code docs/exit-codes.md} is made from this enum.
 */
public enum ExitCode {
    OK(0, "It was asked to stop, and did.", "Nothing."),
    FAILED(1, "Something that AMS did not foresee.", "Read the log of the node; the last error in it is the cause."),
    USAGE(2, "An option is unknown, missing or cannot be read.", "Correct the command line; --help shows the options."),
    OUT_OF_MEMORY(
            3,
            "The heap is full. The number is the JVM's own, with -XX:+ExitOnOutOfMemoryError.",
            "Start again with a larger AMS_HEAP. No acknowledged write is lost."),

    PORT_TAKEN(10, "Another process listens on one of the node's addresses.", "Stop it, or choose another address."),
    DATA_UNWRITABLE(
            11,
            "The data directory cannot be made or written.",
            "Give the user that runs AMS the right to write there, or choose another --data."),
    DATA_OF_ANOTHER_NODE(
            12,
            "The data directory belongs to a node with another id.",
            "Start with that id, or with the directory of this node."),
    DATA_OF_ANOTHER_CLUSTER(
            13,
            "The data directory belongs to another cluster than the one that the peers form.",
            "Check --peers and --data. Never copy a data directory."),
    UNKNOWN_SETTING(
            14,
            "A configuration file holds a key that AMS does not know, or a value it cannot read.",
            "Correct the file; the message names the key."),
    ALREADY_RUNNING(
            15, "Another process holds the lock of the data directory.", "It is running already: see bin/ams status."),
    WIPED_NODE(
            16,
            "The cluster knows this id with other data: the directory was emptied or swapped.",
            "Remove the old member (bin/ams peer remove) and let the node join under a new id."),
    JOIN_FAILED(
            17,
            "The cluster did not take the node in, or could not be reached.",
            "The message holds the answer of the cluster: check the address after --join and the token, then give the same command again."),
    NOT_READY_IN_TIME(
            18,
            "The node runs but was not ready within AMS_START_TIMEOUT seconds. Given by the start command only: it leaves the node running.",
            "Start the other peers: a node is ready when a majority is there. bin/ams status shows what is missing."),
    NOT_BUILT(
            19,
            "The distribution could not be built. Given by the start command only.",
            "Read the output of Maven above the message."),
    TOOL_MISSING(
            20,
            "A JDK or Maven is missing and could not be installed. Given by the commands in bin only.",
            "Install what the message names."),
    DATA_DAMAGED(
            21,
            "The file that says whose data directory it is cannot be read back.",
            "Remove the member (bin/ams peer remove) and let the node join with an empty directory under a new id."),

    LOG_FAILED(
            30,
            "The Raft log could not be written or read. A node that cannot persist must not vote.",
            "Check the disk (space, errors), then start the node again."),
    STORE_FAILED(
            31,
            "The store of the state failed.",
            "Check the disk, then start the node again; it replays what the state lacks from the log."),
    APPLY_FAILED(
            32,
            "A committed entry could not be applied: a bug, or an entry of a newer release.",
            "Start the node with the release that the others run; if it stops again, report the log."),
    STATE_DIVERGED(
            33,
            "The state of this node differs from that of its peers.",
            "Keep the directory for the report, remove the member and let the node join under a new id."),
    REMOVED_FROM_CLUSTER(
            34,
            "The node is not a member any more.",
            "Nothing, if it was removed on purpose. To come back it joins with an empty directory under a new id.");

    private final int code;
    private final String meaning;
    private final String remedy;

    ExitCode(int code, String meaning, String remedy) {
        this.code = code;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    /** What the process returns. */
    public int code() {
        return code;
    }

    /** When it is given. */
    public String meaning() {
        return meaning;
    }

    /** What whoever runs the node does about it. */
    public String remedy() {
        return remedy;
    }
}
