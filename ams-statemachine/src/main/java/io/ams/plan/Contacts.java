package io.ams.plan;

import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Who the leader hears from.
 *
 * @param leaderId node id of the leader, who counts as alive
 * @param alive ids of the nodes that it heard from of late, kept in order
 */
public record Contacts(String leaderId, Set<String> alive) {
    public Contacts {
        SortedSet<String> sorted = new TreeSet<>(alive);
        sorted.add(leaderId);
        alive = Collections.unmodifiableSortedSet(sorted);
    }
}
