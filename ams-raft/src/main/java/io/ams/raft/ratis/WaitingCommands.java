package io.ams.raft.ratis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Commands of this node that are in no batch yet, in the order they came; bounded. Guarded by the write loop's lock. */
final class WaitingCommands {
    private static final int MOST = 50_000;
    private static final long MOST_BYTES = 64L << 20;

    /** Bounds of one batch; a command that is bigger goes alone. */
    private static final int BATCH_COMMANDS = 512;

    private static final int BATCH_BYTES = 256 << 10;

    private final Deque<PendingCommand> commands = new ArrayDeque<>();
    private long bytes;

    /** Takes the command, or says that there are too many. */
    boolean offer(PendingCommand command) {
        int size = command.command().getSerializedSize();
        if (commands.size() >= MOST || bytes + size > MOST_BYTES) {
            return false;
        }
        commands.add(command);
        bytes += size;
        return true;
    }

    boolean isEmpty() {
        return commands.isEmpty();
    }

    int size() {
        return commands.size();
    }

    /** The first so many that make a batch. */
    List<PendingCommand> takeBatch() {
        List<PendingCommand> taken = new ArrayList<>();
        int takenBytes = 0;
        while (!commands.isEmpty() && taken.size() < BATCH_COMMANDS) {
            int size = commands.element().command().getSerializedSize();
            if (takenBytes > 0 && takenBytes + size > BATCH_BYTES) {
                break;
            }
            takenBytes += size;
            taken.add(remove());
        }
        return taken;
    }

    /** Those at the head whose time is up. */
    List<PendingCommand> takeLate(long nowNanos) {
        List<PendingCommand> late = new ArrayList<>();
        while (!commands.isEmpty() && nowNanos - commands.element().deadlineNanos() >= 0) {
            late.add(remove());
        }
        return late;
    }

    List<PendingCommand> takeAll() {
        List<PendingCommand> all = List.copyOf(commands);
        commands.clear();
        bytes = 0;
        return all;
    }

    private PendingCommand remove() {
        PendingCommand command = commands.remove();
        bytes -= command.command().getSerializedSize();
        return command;
    }
}
