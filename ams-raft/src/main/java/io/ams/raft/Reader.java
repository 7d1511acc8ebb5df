package io.ams.raft;

import io.ams.state.View;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The one door for reads, on every node. */
public interface Reader {
    /**
     * Reads from one snapshot of the state that is as fresh as asked for. A read that cannot be made fresh in time fails; it is
     * never answered from a weaker state.
     *
     * <p>The function must not keep the view. The stage fails with an {@link AmsException}; threads of the reader complete it.
     */
    <T> CompletionStage<Read<T>> read(Consistency consistency, Function<View, T> function);

    /** What this node has now, without waiting. */
    <T> Read<T> readLocal(Function<View, T> function);
}
