package io.ams.op;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.ams.proto.Command;
import io.ams.proto.FoldedRequest;
import io.ams.state.LogPosition;
import io.ams.state.StateCorruptedException;
import io.ams.state.View;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One kind of replicated write. Subclasses hold the rule and nothing else: they are stateless, and {@link #decide} depends on
 * its arguments alone, so that every node decides alike.
 *
 * @param <C> the command's body
 * @param <R> the answer when accepted
 */
public abstract class Operation<C extends MessageLite, R extends MessageLite> {
    private final Command.BodyCase body;
    private final Function<Command, C> get;
    private final BiFunction<Command.Builder, C, Command.Builder> set;
    private final Parser<R> results;

    /**
     * @param body which field of the command is this operation's: its permanent wire id
     * @param get reads that field
     * @param set writes that field
     * @param results reads an answer
     */
    protected Operation(
            Command.BodyCase body,
            Function<Command, C> get,
            BiFunction<Command.Builder, C, Command.Builder> set,
            Parser<R> results) {
        this.body = body;
        this.get = get;
        this.set = set;
        this.results = results;
    }

    /** The rule. A refusal is a value; anything thrown is a fault that stops the node. */
    public abstract Decision<R> decide(View view, LogPosition at, C command);

    /** Requests beside the command's own that an accepted command answers too; each is remembered under its key. */
    public List<FoldedRequest> folded(C command) {
        return List.of();
    }

    /** Feature level from which on the operation may be used. */
    public int since() {
        return 1;
    }

    public final Command.BodyCase body() {
        return body;
    }

    /** The name of the operation: that of its class. */
    public final String name() {
        return getClass().getSimpleName();
    }

    public final C bodyOf(Command command) {
        return get.apply(command);
    }

    /** The command with this body and this header. */
    public final Command command(Command header, C commandBody) {
        return set.apply(header.toBuilder(), commandBody).build();
    }

    /** The answer that these bytes hold. */
    public final R result(com.google.protobuf.ByteString bytes) {
        try {
            return results.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new StateCorruptedException("an answer of " + name() + " does not read back", e);
        }
    }
}
