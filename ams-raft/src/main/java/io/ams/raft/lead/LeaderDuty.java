package io.ams.raft.lead;

import io.ams.raft.Reader;
import io.ams.raft.Submitter;

/** Something that only the leader does. */
public interface LeaderDuty {
    String name();

    /** Begins; returns at once. */
    Running begin(LeaderTerm term, Submitter submitter, Reader reader);

    /** A duty on its way. */
    interface Running extends AutoCloseable {
        /** Stops, and returns when nothing of it runs any more. */
        @Override
        void close();
    }
}
