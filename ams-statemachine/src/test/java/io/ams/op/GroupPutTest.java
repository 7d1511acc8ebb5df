package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.GroupRow;
import io.ams.proto.Property;
import io.ams.state.Columns;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupPutTest {
    private final RuleBench bench = new RuleBench();

    @Test
    void createsThenReplacesThePropertiesAndKeepsTheTimeOfCreation() {
        GroupRow created = bench.accept(Operations.GROUP_PUT, group("g", "a", "b"));
        bench.passMillis(10);
        GroupRow replaced = bench.accept(Operations.GROUP_PUT, group("g", "c"));

        assertThat(created.getCreatedAtMillis()).isEqualTo(RuleBench.START_MILLIS);
        assertThat(replaced.getPropertiesList()).extracting(Property::getKey).isEqualTo(List.of("c"));
        assertThat(replaced.getCreatedAtMillis()).isEqualTo(RuleBench.START_MILLIS);
        assertThat(bench.row(Columns.GROUPS, "g")).isEqualTo(replaced);
    }

    @Test
    void refusesNamesWithoutOrWithTooManyCharacters() {
        bench.refuse(ErrorCode.BAD_REQUEST, Operations.GROUP_PUT, group(""));
        bench.refuse(ErrorCode.BAD_REQUEST, Operations.GROUP_PUT, group("x".repeat(GroupPut.MAX_NAME + 1)));
        bench.accept(Operations.GROUP_PUT, group("x".repeat(GroupPut.MAX_NAME)));
    }

    @Test
    void refusesPropertiesThatAreNotSortedOrRepeat() {
        bench.refuse(ErrorCode.BAD_REQUEST, Operations.GROUP_PUT, group("g", "b", "a"));
        bench.refuse(ErrorCode.BAD_REQUEST, Operations.GROUP_PUT, group("g", "a", "a"));
        assertThat(bench.keys(Columns.GROUPS)).isEmpty();
    }

    private static io.ams.proto.GroupPut group(String name, String... keys) {
        io.ams.proto.GroupPut.Builder group = io.ams.proto.GroupPut.newBuilder().setName(name);
        for (String key : keys) {
            group.addProperties(Property.newBuilder().setKey(key).setValue("v"));
        }
        return group.build();
    }
}
