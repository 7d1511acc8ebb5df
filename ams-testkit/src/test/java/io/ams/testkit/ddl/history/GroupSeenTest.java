package io.ams.testkit.ddl.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.testkit.ddl.history.GroupSeen.Depth;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupSeenTest {
    /** Views do not tell write defaults, among them that of an empty text. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            a string initially x by default y had by 1|a string initially x had by 1
            a string initially  by default  had by 1|a string initially  had by 1
            a string by default y // words had by 1|a string had by 1
            a string had by 1|a string had by 1
            """)
    void aGlanceAtAFieldLeavesOutWhatViewsDoNotTell(String picture, String seen) {
        GroupSeen glance = GroupSeen.of(Depth.GLANCE, List.of("version 7", "field 3 " + picture));

        assertThat(glance.fields()).containsExactly("field 3 " + seen);
    }
}
