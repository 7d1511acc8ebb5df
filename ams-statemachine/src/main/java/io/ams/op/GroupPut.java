package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.GroupRow;
import io.ams.proto.Property;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Creates an optimizer group, or replaces the properties of the one that is there.
 *
 * <p>Refused: {@code BAD_REQUEST} for a name that is empty or longer than {@value #MAX_NAME} characters, and for properties that
 * are not sorted by key without repeats. Sent twice it is harmless.
 */
public final class GroupPut extends Operation<io.ams.proto.GroupPut, GroupRow> {
    public GroupPut() {
        super(Command.BodyCase.GROUP_PUT, Command::getGroupPut, Command.Builder::setGroupPut, GroupRow.parser());
    }

    /** Longest name of a group, in characters. */
    static final int MAX_NAME = 256;

    @Override
    public Decision<GroupRow> decide(View view, LogPosition at, io.ams.proto.GroupPut command) {
        String name = command.getName();
        if (name.isEmpty() || name.length() > MAX_NAME) {
            return Decision.refuse(
                    ErrorCode.BAD_REQUEST,
                    "the name of a group has 1 to " + MAX_NAME + " characters, this one has " + name.length());
        }
        if (!isSorted(command.getPropertiesList())) {
            return Decision.refuse(
                    ErrorCode.BAD_REQUEST, "properties must be sorted by key, each key once; sort them and send again");
        }
        long createdAt =
                view.get(Columns.GROUPS, name).map(GroupRow::getCreatedAtMillis).orElse(at.timeMillis());
        GroupRow row = GroupRow.newBuilder()
                .setName(name)
                .addAllProperties(command.getPropertiesList())
                .setCreatedAtMillis(createdAt)
                .build();
        return Decision.accept(
                ChangeSet.builder().put(Columns.GROUPS, name, row).build(), row);
    }

    private static boolean isSorted(List<Property> properties) {
        return IntStream.range(1, properties.size())
                .allMatch(i -> properties
                                .get(i - 1)
                                .getKey()
                                .compareTo(properties.get(i).getKey())
                        < 0);
    }
}
