package io.ams.web.dashboard;

import io.ams.web.api.ClusterView;
import io.ams.web.api.ProcessView;
import io.ams.web.api.TableView;
import java.util.List;

/**
 * What the dashboard shows. Has no clock in it, so that two pictures of one state are equal.
 *
 * @param lifecycle of the node that draws it
 * @param tableCount of all tables
 * @param tables the first of them, those that need something before the others
 * @param running upkeep under way
 * @param shardGroups groups of shards
 * @param events what happened lately, newest first
 */
record Picture(
        ClusterView cluster,
        String lifecycle,
        int tableCount,
        List<TableView> tables,
        List<ProcessView> running,
        ShardGroups shardGroups,
        List<Event> events) {
    /** The same with these events. */
    Picture with(List<Event> happened) {
        return new Picture(cluster, lifecycle, tableCount, tables, running, shardGroups, happened);
    }

    /**
     * Groups of shards: enough to see that one has changed, and no more. What it looks like is for the API to tell.
     *
     * @param count of all groups
     * @param version of all groups together; grows with whatever happens in any of them
     * @param groups the first of them, those in conflict and those that wait before the others
     */
    record ShardGroups(int count, long version, List<ShardGroup> groups) {}

    /**
     * A group of shards.
     *
     * @param pending announcements that are not decided
     * @param conflicts that are open
     * @param conflictsEver that were ever opened
     * @param barriersPassed that were ever passed
     */
    record ShardGroup(
            String name,
            String mode,
            int shards,
            long version,
            int pending,
            int conflicts,
            long conflictsEver,
            long barriersPassed) {}

    /**
     * @param kind node, leader, bucket, table, upkeep or ddl
     * @param level info, good, warn or bad
     */
    record Event(long atMillis, String kind, String level, String text) {}
}
