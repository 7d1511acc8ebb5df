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
 * @param events what happened lately, newest first
 */
record Picture(
        ClusterView cluster,
        String lifecycle,
        int tableCount,
        List<TableView> tables,
        List<ProcessView> running,
        List<Event> events) {

    /**
     * @param kind node, leader, bucket, table or upkeep
     * @param level info, good, warn or bad
     */
    record Event(long atMillis, String kind, String level, String text) {}
}
