package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.Done;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
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
        throw new UnsupportedOperationException("not written yet");
    }
}
