package io.ams.raft;

import io.ams.publish.StatePublisher;

/** One replica of the state, as the layers above use it. */
public interface Replica {
    Submitter submitter();

    Reader reader();

    Membership membership();

    NodeStatus status();

    /** From now on tells the publisher of every step of the state, in log order. */
    void subscribe(StatePublisher publisher);

    /** Ends the subscription. */
    void unsubscribe(StatePublisher publisher);
}
