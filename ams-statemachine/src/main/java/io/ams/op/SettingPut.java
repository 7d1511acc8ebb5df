package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.SettingRow;
import io.ams.proto.SettingStored;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.LogPosition;
import io.ams.state.View;

/**
 * Sets a replicated setting, with or without comparing its version first.
 *
 * <p>Refused: {@code SETTING_UNKNOWN}, {@code SETTING_INVALID}, {@code VERSION_MISMATCH}. Sent twice without a key and without
 * a version it is harmless but for the version's growth.
 */
public final class SettingPut extends Operation<io.ams.proto.SettingPut, SettingStored> {
    public SettingPut() {
        super(
                Command.BodyCase.SETTING_PUT,
                Command::getSettingPut,
                Command.Builder::setSettingPut,
                SettingStored.parser());
    }

    @Override
    public Decision<SettingStored> decide(View view, LogPosition at, io.ams.proto.SettingPut command) {
        String key = command.getKey();
        if (!Settings.isKnown(key)) {
            return Decision.refuse(ErrorCode.SETTING_UNKNOWN, Settings.unknown(key));
        }
        if (!Settings.accepts(key, command.getValue())) {
            return Decision.refuse(ErrorCode.SETTING_INVALID, Settings.invalid(key, command.getValue()));
        }
        long version =
                view.get(Columns.SETTINGS, key).map(SettingRow::getVersion).orElse(0L);
        if (command.hasExpectedVersion() && command.getExpectedVersion() != version) {
            return Decision.refuse(
                    ErrorCode.VERSION_MISMATCH,
                    "setting " + key + " is at version " + version + ", not " + command.getExpectedVersion()
                            + "; read it again");
        }
        SettingRow row = SettingRow.newBuilder()
                .setValue(command.getValue())
                .setVersion(version + 1)
                .setUpdatedAtMillis(at.timeMillis())
                .build();
        return Decision.accept(
                ChangeSet.builder().put(Columns.SETTINGS, key, row).build(),
                SettingStored.newBuilder().setVersion(version + 1).build());
    }
}
