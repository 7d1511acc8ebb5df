package io.ams.architecture;

import io.ams.testkit.architecture.CodeRules;
import io.ams.testkit.architecture.HouseRules;
import org.junit.jupiter.api.Test;

class RaftArchitectureTest extends HouseRules {
    private static final RaftRules RULES = new RaftRules("io.ams.raft");

    RaftArchitectureTest() {
        super("ams-raft", "io.ams.raft", CodeRules.shipped("io.ams.raft"));
    }

    @Test
    void onlyTheAdapterSeesRatis() {
        RULES.onlyTheAdapterSeesRatis().check(classes());
    }

    @Test
    void theShellSeesNothingAbove() {
        RULES.theShellSeesNothingAbove().check(classes());
    }
}
