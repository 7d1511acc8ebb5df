package io.ams.testkit.history;

import com.google.protobuf.MessageLite;
import io.ams.proto.BucketRow;
import io.ams.proto.Property;
import io.ams.proto.TableRow;
import io.ams.state.Column;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Rows;
import io.ams.state.View;
import io.ams.testkit.Dice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Chooses arguments: mostly ones that fit the state, so that histories get somewhere, and now and then ones that nobody would
 * send, so that every refusal happens.
 */
final class Chooser extends Dice {
    static final int BUCKETS = 8;

    private static final long[] EXTREMES = {0, -1, 1, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE};

    private final View view;

    Chooser(SplittableRandom random, View view) {
        super(random);
        this.view = view;
    }

    /** The value, or rarely something near or far from it. */
    long about(long value) {
        if (chance(94)) {
            return value;
        }
        return chance(50) ? value + random().nextInt(-2, 3) : EXTREMES[below(EXTREMES.length)];
    }

    /** The text, or rarely one that is empty, unknown or strange. */
    String about(String text) {
        return chance(96) ? text : of(List.of("", "nobody", "a/b", "\u0131\u0130\uD83D\uDE00", "nul\0nul"));
    }

    /** Some row of the column. */
    <K, V extends MessageLite> Optional<Map.Entry<K, V>> row(Column<K, V> column) {
        List<Map.Entry<K, V>> rows = Rows.first(view, column, KeyRange.all(), 200);
        return rows.isEmpty() ? Optional.empty() : Optional.of(of(rows));
    }

    /** The state that it chooses by. */
    View view() {
        return view;
    }

    <K, V extends MessageLite> Optional<V> get(Column<K, V> column, K key) {
        return view.get(column, key);
    }

    String node() {
        return about("n" + below(4));
    }

    String worker() {
        return about("w" + below(3));
    }

    String group() {
        return about(chance(75) ? "default" : "g1");
    }

    int bucket() {
        return (int) about(below(BUCKETS));
    }

    long epoch(int bucket) {
        return about(
                bucket < 0
                        ? 0
                        : view.get(Columns.BUCKETS, bucket)
                                .map(BucketRow::getEpoch)
                                .orElse(0L));
    }

    TableRow table() {
        return row(Columns.TABLES).map(Map.Entry::getValue).orElse(TableRow.getDefaultInstance());
    }

    String tableUuid() {
        return about(table().getUuid());
    }

    List<Property> properties() {
        return List.of(
                Property.newBuilder().setKey("k" + below(3)).setValue("I").build(),
                Property.newBuilder().setKey("m" + below(3)).setValue("i").build());
    }
}
