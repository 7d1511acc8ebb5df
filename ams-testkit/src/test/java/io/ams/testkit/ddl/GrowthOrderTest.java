package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.DdlMode;
import io.ams.proto.TargetField;
import io.ams.testkit.SoloReplica;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where shards only add, widen and loosen, the target comes out the same in whatever order their announcements arrive: the same
 * columns with the same types, NULL and defaults. Ids and the order of columns may differ.
 */
class GrowthOrderTest {
    private static final int ORDERS = 210;

    /** What shards do, one after the other; a shard joins with what is before the first bar. */
    private static final List<Map<String, String>> SETS = List.of(
            Map.of(
                    "A", "id:int | +c:int | +d:long | c::long",
                    "B", "id:int | +d:int | +c:int | d::long",
                    "C", "id:long | +c:long | +e:string"),
            Map.of(
                    "A", "id:int a:int! | a? | +s:struct<x:int>",
                    "B", "id:int a:long | +s:struct<y:string> | +s.x:long",
                    "C", "id:int | +a:int | +s:struct<x:long,z:date>",
                    "D", "id:int s:struct<x:int> | +s.y:string | +s.z:date"),
            Map.of(
                    "A", "id:int | +p:decimal(5,2) | p::decimal(9,2)",
                    "B", "id:int p:decimal(7,2) | +f:float | f::double",
                    "C", "id:int | +f:double | +p:decimal(12,2)",
                    "D", "id:int f:float! | f? | +u:string",
                    "E", "id:int u:string! | +f:float"),
            Map.of(
                    "A", "id:int | +l:list<int> | +m:map<string,int>",
                    "B", "id:int | +l:list<long> | +m:map<string,long>",
                    "C", "id:int l:list<int> | l::list<long>",
                    "D", "id:int | +k:map<string,struct<x:int>> | +m:map<string,int>",
                    "E", "id:int | +k:map<string,struct<y:long>>"),
            Map.of(
                    "A", "id:int | +c:int=5 | +d:string! | +e:int!=7",
                    "B", "id:int | +e:int!=7 | +c:int=5 | c::long",
                    "C", "id:int | +d:string! | +c:int=5",
                    "D", "id:int | +c:long=5"));

    /** A shard, and what it has still to do. */
    private record Shard(String name, Deque<String> left) {
        void goOn(DdlScene scene, boolean joined) {
            String step = left.remove();
            String said = joined ? scene.announce(name, step) : scene.join(name, step);
            assertThat(said).as("said to %s %s", name, step).startsWith("APPLIED");
        }
    }

    private static List<String> inOneOrder(DdlScene scene, Map<String, String> shards, SplittableRandom random) {
        List<Shard> order = new ArrayList<>();
        shards.forEach((name, text) -> {
            List<String> steps = List.of(text.split(" [|] ", -1));
            Shard shard = new Shard(name, new ArrayDeque<>(steps));
            steps.forEach(step -> order.add(shard));
        });
        for (int i = order.size() - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            Shard moved = order.set(i, order.get(other));
            order.set(other, moved);
        }
        Set<String> joined = new HashSet<>();
        order.forEach(shard -> shard.goOn(scene, !joined.add(shard.name())));
        return columns("", scene.targetShape().getFieldsList());
    }

    private static List<String> columns(String inside, List<TargetField> fields) {
        return fields.stream()
                .flatMap(field -> {
                    String path = inside + field.getName();
                    List<String> lines = columns(path + ".", field.getChildrenList());
                    List<String> all = new ArrayList<>(lines);
                    all.add(path + " " + field.getType() + (field.getRequired() ? "!" : ""));
                    return all.stream();
                })
                .sorted()
                .collect(Collectors.toList());
    }

    @ParameterizedTest(name = "set {0}, format {1}, seed {2}")
    @CsvSource({"0,2,1", "0,3,2", "1,2,3", "1,3,4", "2,2,5", "2,3,6", "3,2,7", "3,3,8", "4,2,9", "4,3,10"})
    void growthInAnyOrderComesOutTheSame(int set, int format, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> first = List.of();
        for (int i = 0; i < ORDERS; i++) {
            SoloReplica replica = Replicas.solo();
            DdlScene scene = new DdlScene(
                    new DdlDriver(() -> replica), "g", DdlMode.OPTIMISTIC, DdlDriver.policies(), format, false);
            List<String> columns = inOneOrder(scene, SETS.get(set), random);
            first = i == 0 ? columns : first;
            assertThat(columns).as("order %s of seed %s", i, seed).isEqualTo(first);
        }
        assertThat(first).isNotEmpty();
    }
}
