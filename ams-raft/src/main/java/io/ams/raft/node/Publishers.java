package io.ams.raft.node;

import io.ams.publish.StateChange;
import io.ams.publish.StatePublisher;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Hands every step of the state to whoever has subscribed by now. */
final class Publishers implements StatePublisher {
    private final List<StatePublisher> subscribed = new CopyOnWriteArrayList<>();

    void add(StatePublisher publisher) {
        subscribed.add(publisher);
    }

    void remove(StatePublisher publisher) {
        subscribed.remove(publisher);
    }

    @Override
    public void onChange(StateChange change) {
        for (StatePublisher publisher : subscribed) {
            publisher.onChange(change);
        }
    }
}
