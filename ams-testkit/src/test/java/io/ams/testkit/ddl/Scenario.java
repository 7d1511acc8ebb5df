package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.DdlMode;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlVerb;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One row of the reference's tables of scenarios, or one of the cases that a row names: what the shards do, step by step, and what
 * must be said and be true after each step.
 *
 * <p>A method that names something to do begins a step; one that names something to see belongs to the step before it. A step ends
 * with everything decided and nothing under way, so that a node may be stopped between any two.
 */
final class Scenario {
    private final String number;
    private final String title;
    private final DdlMode mode;
    private final List<Consumer<DdlScene>> steps = new ArrayList<>();
    private DdlPolicies policies = DdlDriver.policies();
    private int format = 2;

    private Scenario(String number, String title, DdlMode mode) {
        this.number = number;
        this.title = title;
        this.mode = mode;
    }

    /**
     * @param number of the row, with what tells apart several of one row behind a slash
     */
    static Scenario pessimistic(String number, String title) {
        return new Scenario(number, title, DdlMode.PESSIMISTIC);
    }

    static Scenario optimistic(String number, String title) {
        return new Scenario(number, title, DdlMode.OPTIMISTIC);
    }

    static Scenario strict(String number, String title) {
        return new Scenario(number, title, DdlMode.STRICT_OPTIMISTIC);
    }

    Scenario format(int version) {
        format = version;
        return this;
    }

    Scenario policies(DdlPolicies asked) {
        policies = asked;
        return this;
    }

    /** Shards join, each with this schema, which goes together with what is there. */
    Scenario joined(String schema, String... shards) {
        return step(scene -> List.of(shards)
                .forEach(shard -> assertThat(scene.join(shard, schema))
                        .as("said to %s that joins", shard)
                        .startsWith("APPLIED")));
    }

    Scenario join(String shard, String schema, String said) {
        return step(scene -> assertThat(scene.join(shard, schema))
                .as("said to %s that joins", shard)
                .isEqualTo(said));
    }

    Scenario leave(String shard, String said) {
        return step(scene -> assertThat(scene.leave(shard))
                .as("said to %s that leaves", shard)
                .isEqualTo(said));
    }

    Scenario rebind(String shard, String newShard, String said) {
        return step(scene -> assertThat(scene.rebind(shard, newShard))
                .as("said to %s that is %s now", shard, newShard)
                .isEqualTo(said));
    }

    Scenario announce(String shard, String changes, String said) {
        return step(scene -> assertThat(scene.announce(shard, changes))
                .as("said to %s that announces %s", shard, changes)
                .isEqualTo(said));
    }

    /** An announcement that came before, once more. */
    Scenario again(String shard, long seq, String changes, String said) {
        return step(scene -> assertThat(scene.announce(shard, seq, changes))
                .as("said to %s that announces %s as number %s", shard, changes, seq)
                .isEqualTo(said));
    }

    Scenario resolve(String shard, DdlVerb verb, String said) {
        return step(scene -> assertThat(scene.resolve(shard, verb))
                .as("said to %s for %s", verb, shard)
                .isEqualTo(said));
    }

    Scenario replace(String shard, String changes, String said) {
        return step(scene -> assertThat(scene.replace(shard, changes))
                .as("said to replace %s for %s", changes, shard)
                .isEqualTo(said));
    }

    Scenario setSchema(String shard, String schema, String said) {
        return step(scene -> assertThat(scene.setSchema(shard, schema))
                .as("said to set-schema %s for %s", schema, shard)
                .isEqualTo(said));
    }

    Scenario step(Consumer<DdlScene> step) {
        steps.add(step);
        return this;
    }

    /** Something to see after the step before. */
    Scenario see(Consumer<DdlScene> check) {
        int last = steps.size() - 1;
        steps.set(last, steps.get(last).andThen(check));
        return this;
    }

    Scenario target(String columns) {
        return see(scene -> assertThat(scene.target()).as("target").isEqualTo(columns));
    }

    Scenario state(String shard, String state) {
        return see(
                scene -> assertThat(scene.state(shard)).as("state of %s", shard).isEqualTo(state));
    }

    Scenario bindings(String shard, String bindings) {
        return see(scene ->
                assertThat(scene.bindings(shard)).as("bindings of %s", shard).isEqualTo(bindings));
    }

    Scenario fills(String shard, String fills) {
        return see(
                scene -> assertThat(scene.fills(shard)).as("fills of %s", shard).isEqualTo(fills));
    }

    Scenario conflicts(String... conflicts) {
        return see(scene -> assertThat(scene.conflicts()).as("conflicts").containsExactlyInAnyOrder(conflicts));
    }

    Scenario decision(String shard, long seq, String decided) {
        return see(scene -> assertThat(scene.decision(shard, seq))
                .as("decision on %s of %s", seq, shard)
                .isEqualTo(decided));
    }

    Scenario event(String code) {
        return see(scene -> assertThat(scene.events()).as("events").contains(code));
    }

    /** Nobody waits, and nothing is in conflict. */
    Scenario settled() {
        return see(scene -> {
            assertThat(scene.row().getPending()).as("announcements not decided").isZero();
            assertThat(scene.row().getHeadBarrier())
                    .as("open barriers")
                    .isEqualTo(scene.row().getNextBarrier());
            assertThat(scene.conflicts()).as("conflicts").isEmpty();
        });
    }

    /** All shards got the target's schema of the same id with their announcement of this number. */
    Scenario sameSchema(long seq, String... shards) {
        return see(scene -> {
            List<Integer> ids = new ArrayList<>();
            for (String shard : shards) {
                ids.add(scene.decisionRow(shard, seq).orElseThrow().getSchemaId());
            }
            assertThat(ids)
                    .as("schema ids")
                    .allMatch(id -> id == scene.targetShape().getSchemaId());
        });
    }

    String number() {
        return number;
    }

    /** The number without what tells apart several of one row. */
    String row() {
        return number.replaceFirst("/.*", "");
    }

    /** A name for its group that no other scenario has. */
    String group() {
        return number.replace('/', '-');
    }

    List<Consumer<DdlScene>> steps() {
        return List.copyOf(steps);
    }

    DdlScene open(DdlDriver driver, boolean twice) {
        return new DdlScene(driver, group(), mode, policies, format, twice);
    }

    @Override
    public String toString() {
        return number + " " + title;
    }
}
