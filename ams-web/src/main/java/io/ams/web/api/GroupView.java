package io.ams.web.api;

import io.ams.proto.GroupRow;
import java.util.SortedMap;

/**
 * An optimizer group.
 *
 * @param workers registered in it
 * @param threads of them all
 * @param waitingTasks nobody has taken yet
 */
public record GroupView(String name, SortedMap<String, String> properties, int workers, int threads, int waitingTasks) {
    public static GroupView of(GroupRow row, int workers, int threads, int waitingTasks) {
        return new GroupView(row.getName(), Properties.of(row.getPropertiesList()), workers, threads, waitingTasks);
    }
}
