package io.ams.raft.ratis;

import com.google.protobuf.CodedInputStream;
import io.ams.proto.Command;
import java.io.IOException;

/**
 * Whether a command can be read again once it is in the log. Messages that are nested too deep are written without complaint and
 * refused by the parser; an entry that no node can read would stop them all, at every start anew.
 */
final class ReadBack {
    /** The parser's own limit is 100; entries, rows and answers put a command's messages some levels deeper. */
    private static final int MAX_DEPTH = 80;

    /** Each level costs at least a tag and a length: what is shorter is not deeper. */
    private static final int LEAST_BYTES_TO_BE_DEEPER = 2 * MAX_DEPTH;

    private ReadBack() {}

    /** True if the command reads back with levels to spare. Thread-safe; takes as long as reading it once. */
    static boolean works(Command command, int size) {
        if (size <= LEAST_BYTES_TO_BE_DEEPER) {
            return true;
        }
        CodedInputStream input = command.toByteString().newCodedInput();
        input.setRecursionLimit(MAX_DEPTH);
        try {
            Command.parser().parseFrom(input);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
