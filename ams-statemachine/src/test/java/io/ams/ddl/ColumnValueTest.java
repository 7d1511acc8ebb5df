package io.ams.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.ddl.ColumnType.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The laws by which the order in which shards speak makes no difference. */
class ColumnValueTest {
    private static final int TRIPLES = 1_000_000;
    private static final List<ColumnType> TYPES = types();

    private static List<ColumnType> types() {
        List<ColumnType> types = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            if (kind != Kind.DECIMAL && kind != Kind.FIXED && kind != Kind.OTHER) {
                types.add(ColumnType.of(kind));
            }
        }
        for (int precision = 4; precision <= 8; precision++) {
            types.add(ColumnType.decimal(precision, 2));
            types.add(ColumnType.decimal(precision, 3));
        }
        types.add(ColumnType.parse("fixed[4]").orElseThrow());
        types.add(ColumnType.parse("fixed[8]").orElseThrow());
        types.add(ColumnType.parse("variant").orElseThrow());
        return types;
    }

    private static ColumnValue value(SplittableRandom random) {
        int type = random.nextInt(TYPES.size() + 4);
        int backfill = random.nextInt(6);
        return new ColumnValue(
                random.nextBoolean(),
                random.nextBoolean(),
                type < TYPES.size() ? Bound.of(TYPES.get(type)) : type == TYPES.size() ? Bound.top() : Bound.bottom(),
                switch (backfill) {
                    case 0 -> Bound.top();
                    case 1, 2 -> Bound.bottom();
                    case 3 -> Bound.of(Optional.empty());
                    default -> Bound.of(Optional.of("v" + backfill));
                });
    }

    @ParameterizedTest(name = "dates grow: {0}, seed {1}")
    @CsvSource({"false,1", "true,2"})
    void valuesJoinInAnyOrderAndAnyNumberOfTimes(boolean dates, long seed) {
        TypeOrder order = new TypeOrder(dates);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < TRIPLES; i++) {
            ColumnValue a = value(random);
            ColumnValue b = value(random);
            ColumnValue c = value(random);
            ColumnValue both = a.join(b, order);
            boolean commutes = both.equals(b.join(a, order));
            boolean associates = both.join(c, order).equals(a.join(b.join(c, order), order));
            boolean repeats = a.join(a, order).equals(a) && both.join(a, order).equals(both);
            if (!commutes || !associates || !repeats) {
                throw new AssertionError("triple " + i + ": " + a + ", " + b + ", " + c);
            }
        }
    }

    @ParameterizedTest(name = "dates grow: {0}")
    @CsvSource({"false,4", "true,8"})
    void ofTwoTypesThatGoTogetherOneIsTheLarger(boolean dates, int pairs) {
        TypeOrder order = new TypeOrder(dates);
        int growing = 0;
        for (ColumnType left : TYPES) {
            for (ColumnType right : TYPES) {
                Optional<ColumnType> joined = order.join(left, right);
                assertThat(joined).isEqualTo(order.join(right, left));
                joined.ifPresent(type -> assertThat(type).isIn(left, right));
                boolean grows = joined.isPresent() && !left.equals(right);
                boolean plain =
                        left.kind() != Kind.UNKNOWN && right.kind() != Kind.UNKNOWN && left.kind() != Kind.DECIMAL;
                growing += grows && plain ? 1 : 0;
            }
        }
        // int and long, float and double, if allowed date and both timestamps: each pair in both orders.
        assertThat(growing).isEqualTo(pairs);
    }

    @Test
    void whoLacksTheColumnSaysNothingOfItsType() {
        TypeOrder order = new TypeOrder(false);
        ColumnValue number =
                new ColumnValue(false, false, Bound.of(ColumnType.of(Kind.INT)), Bound.of(Optional.of("5")));
        ColumnValue joined = number.join(ColumnValue.ABSENT, order);
        assertThat(joined.absent()).isTrue();
        assertThat(joined.type()).isEqualTo(number.type());
        assertThat(joined.backfill()).isEqualTo(number.backfill());
        assertThat(number.isWithin(joined, order)).isTrue();
        assertThat(joined.isWithin(number, order)).isFalse();
    }
}
