package io.ams.architecture.breach.state;

import java.util.UUID;

/** State must not make up ids. */
public final class StateWithRandomIds {
    public String id() {
        return UUID.randomUUID().toString();
    }
}
