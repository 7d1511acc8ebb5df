package io.ams.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.MarkRow;
import io.ams.proto.SettingRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.Rows;
import io.ams.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OverlayViewTest {
    private static final int KEYS = 40;

    static LongStream seeds() {
        return LongStream.range(1, 101);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void readsLikeOneMapWithTheChangesInIt(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeMap<String, SettingRow> model = new TreeMap<>();
        MemoryStore store = new MemoryStore();
        store.commit(changes(random, model, 30), new LogPosition(1, 1, 0));
        OverlayView view = new OverlayView(store.live());
        for (int step = 0; step < 5; step++) {
            view.add(changes(random, model, random.nextInt(15)));
            compare(view, model, random);
        }
    }

    private static void compare(OverlayView view, NavigableMap<String, SettingRow> model, SplittableRandom random) {
        for (int key = 0; key < KEYS; key++) {
            assertThat(view.get(Columns.SETTINGS, key(key))).isEqualTo(Optional.ofNullable(model.get(key(key))));
        }
        assertThat(Rows.first(view, Columns.SETTINGS, KeyRange.all(), Integer.MAX_VALUE))
                .isEqualTo(new ArrayList<>(model.entrySet()));
        String after = key(random.nextInt(KEYS));
        int limit = random.nextInt(1, 10);
        List<Map.Entry<String, SettingRow>> page = model.tailMap(after, false).entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("k1"))
                .limit(limit)
                .toList();
        KeyRange range = KeyRange.prefix(out -> out.openText("k1")).after(Columns.SETTINGS, after);
        assertThat(Rows.first(view, Columns.SETTINGS, range, limit)).isEqualTo(page);
    }

    private static ChangeSet changes(SplittableRandom random, NavigableMap<String, SettingRow> model, int count) {
        ChangeSet.Builder changes = ChangeSet.builder();
        for (int i = 0; i < count; i++) {
            String key = key(random.nextInt(KEYS));
            if (random.nextInt(3) == 0) {
                changes.delete(Columns.SETTINGS, key);
                model.remove(key);
            } else {
                SettingRow row =
                        SettingRow.newBuilder().setVersion(random.nextInt(1000)).build();
                changes.put(Columns.SETTINGS, key, row);
                model.put(key, row);
            }
        }
        return changes.build();
    }

    private static String key(int number) {
        return "k" + number;
    }

    @Test
    void columnsDoNotMix() {
        OverlayView view = new OverlayView(new MemoryStore().live());
        view.add(ChangeSet.builder()
                .put(Columns.LEASES, new Keys.LeaseKey("w", "p", 1), MarkRow.getDefaultInstance())
                .build());

        assertThat(Rows.any(view, Columns.LEASES, KeyRange.all())).isTrue();
        assertThat(Rows.any(view, Columns.TASKS, KeyRange.all())).isFalse();
    }
}
