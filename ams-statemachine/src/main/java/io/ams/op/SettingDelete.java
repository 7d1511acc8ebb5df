package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.Done;
import io.ams.proto.SettingRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * Forgets a replicated setting, so that its initial value holds again; with or without comparing its version first.
 *
 * <p>Refused: {@code SETTING_NOT_FOUND}, {@code VERSION_MISMATCH}. Sent twice without a key, the second is refused.
 */
public final class SettingDelete extends Operation<io.ams.proto.SettingDelete, Done> {
    public SettingDelete() {
        super(
                Command.BodyCase.SETTING_DELETE,
                Command::getSettingDelete,
                Command.Builder::setSettingDelete,
                Done.parser());
    }

    @Override
    public Decision<Done> decide(View view, LogPosition at, io.ams.proto.SettingDelete command) {
        String key = command.getKey();
        Optional<SettingRow> row = view.get(Columns.SETTINGS, key);
        if (row.isEmpty()) {
            return Decision.refuse(ErrorCode.SETTING_NOT_FOUND, "setting " + key + " is not set");
        }
        long version = row.get().getVersion();
        if (command.hasExpectedVersion() && command.getExpectedVersion() != version) {
            return Decision.refuse(
                    ErrorCode.VERSION_MISMATCH,
                    "setting " + key + " is at version " + version + ", not " + command.getExpectedVersion()
                            + "; read it again");
        }
        return Decision.accept(ChangeSet.builder().delete(Columns.SETTINGS, key).build(), Done.getDefaultInstance());
    }
}
