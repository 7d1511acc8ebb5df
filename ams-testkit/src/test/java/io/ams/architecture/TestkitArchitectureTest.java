package io.ams.architecture;

import io.ams.testkit.architecture.CodeRules;
import io.ams.testkit.architecture.HouseRules;

class TestkitArchitectureTest extends HouseRules {
    TestkitArchitectureTest() {
        super("ams-testkit", "io.ams.testkit", CodeRules.shipped("io.ams.testkit"));
    }
}
