package io.ams.architecture.breach.ddl;

import io.ams.state.View;

/** What schemas come to must not depend on the state. */
public record SchemaThatSeesTheState(View view) {}
