package io.ams.raft.ratis;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What a node knows of its own leadership, and the one question it asks the others about it. For any thread. */
interface Leadership {
    /** The last term in which this node led and had applied its first entry; 0 if there was none since it started. */
    long ledTerm();

    /** The term that this node is in now. Never less than one in which it has voted. */
    long currentTerm();

    /**
     * An index at which the state holds all that this node knows to be committed. While it leads: at least every write whose outcome
     * it told anybody.
     */
    long committedIndex();

    /** Who has a vote, as this node knows. */
    Voters voters();

    /** The term that the other node is in at some moment of this call. Fails if it cannot be asked. */
    CompletableFuture<Long> termOf(Voter other);

    /** Another node with a vote. */
    record Voter(String id, String address) {}

    /**
     * Those with a vote.
     *
     * @param others all but this node
     * @param self whether this node is one of them
     * @param changing whether a change of them is under way, so that two sets of voters count
     */
    record Voters(List<Voter> others, boolean self, boolean changing) {
        public Voters {
            others = List.copyOf(others);
        }

        /** How many are more than half of all. */
        int majority() {
            return (others.size() + (self ? 1 : 0)) / 2 + 1;
        }
    }
}
