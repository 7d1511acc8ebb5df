package io.ams.raft.ratis;

import com.google.protobuf.CodedInputStream;
import io.ams.proto.Command;
import java.io.IOException;
import java.util.Optional;

/**
 * Whether a command is read from the log as it was written. Messages that are nested too deep are written without complaint and
 * refused by the parser; an entry that no node can read would stop them all, at every start anew. Half of a surrogate pair is written
 * as a question mark: whoever holds the command itself would know another text than all nodes do.
 */
final class ReadBack {
    /** The parser's own limit is 100; entries, rows and answers put a command's messages some levels deeper. */
    private static final int MAX_DEPTH = 80;

    private ReadBack() {}

    /** Why it is not; empty if it is. Thread-safe; takes as long as reading the command once. */
    static Optional<String> objection(Command command) {
        CodedInputStream input = command.toByteString().newCodedInput();
        input.setRecursionLimit(MAX_DEPTH);
        try {
            return Command.parser().parseFrom(input).equals(command)
                    ? Optional.empty()
                    : Optional.of("holds half of a surrogate pair, which is no character; send whole ones");
        } catch (IOException e) {
            return Optional.of("is nested too deep to be read back from the log; make it flatter");
        }
    }
}
