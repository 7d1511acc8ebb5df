package io.ams.testkit.history;

import com.google.protobuf.MessageLite;
import io.ams.op.Operation;
import io.ams.proto.Command;
import java.util.function.Function;

/**
 * Makes commands of one operation.
 *
 * @param weight how often, compared with the others
 */
record Maker<C extends MessageLite>(Operation<C, ?> operation, int weight, Function<Chooser, C> body) {
    Command make(Command header, Chooser choose) {
        return operation.command(header, body.apply(choose));
    }
}
