package io.ams.testkit.ddl;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.ams.proto.DdlGroupRow;
import io.ams.state.Column;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.List;

/** All that the state holds of a group, without what differs from run to run: times, and where in the log something happened. */
final class GroupPicture {
    private GroupPicture() {}

    /** One line a row; none if there is no such group. */
    static List<String> of(DdlScene scene) {
        String group = scene.group();
        return scene.driver().read(view -> {
            List<String> lines = new ArrayList<>();
            long base = view.get(Columns.DDL_GROUPS, group)
                    .map(DdlGroupRow::getEpochBase)
                    .orElse(0L);
            add(lines, base, view, Columns.DDL_MEMBERS, Keys.ShardKey.of(group));
            add(lines, base, view, Columns.DDL_PENDING, Keys.AnnouncementKey.of(group));
            add(lines, base, view, Columns.DDL_DECISIONS, Keys.AnnouncementKey.of(group));
            add(lines, base, view, Columns.DDL_BARRIERS, Keys.GroupNumberKey.of(group));
            add(lines, base, view, Columns.DDL_CONFLICTS, Keys.GroupNumberKey.of(group));
            add(lines, base, view, Columns.DDL_EVENTS, Keys.GroupNumberKey.of(group));
            view.get(Columns.DDL_GROUPS, group).ifPresent(row -> lines.add(line(Columns.DDL_GROUPS, row, base)));
            // The driver gives a group's table this uuid.
            view.get(Columns.DDL_TARGETS, "uuid-" + group)
                    .ifPresent(row -> lines.add(line(Columns.DDL_TARGETS, row, base)));
            return lines;
        });
    }

    private static <K, V extends Message> void add(
            List<String> lines, long base, View view, Column<K, V> column, KeyRange range) {
        view.scan(column, range, (key, row) -> lines.add(line(column, row, base)));
    }

    private static <V extends Message> String line(Column<?, V> column, V row, long base) {
        return column + " " + lasting(row, base);
    }

    /**
     * The message without its fields for times and log positions, and with epochs as they are in a cluster whose first group this is;
     * those inside it have none.
     */
    private static Message lasting(Message message, long base) {
        Message.Builder lasting = message.toBuilder();
        for (FieldDescriptor field : message.getAllFields().keySet()) {
            if (field.getName().endsWith("_millis") || field.getName().endsWith("_index")) {
                lasting.clearField(field);
            } else if (field.getName().equals("binding_epoch")) {
                lasting.setField(field, (Long) message.getField(field) - base);
            } else if (field.getName().equals("epoch_base")) {
                lasting.clearField(field);
            }
        }
        return lasting.build();
    }
}
