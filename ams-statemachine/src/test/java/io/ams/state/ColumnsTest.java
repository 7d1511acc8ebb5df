package io.ams.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColumnsTest {
    @Test
    void idsAndNamesAreUniqueAndTheListIsInOrderOfIds() {
        assertThat(Columns.ALL).extracting(Column::id).doesNotHaveDuplicates().isSorted();
        assertThat(Columns.ALL).extracting(Column::name).doesNotHaveDuplicates();
    }

    @Test
    void everyColumnOfTheSchemaIsInTheList() throws IllegalAccessException {
        int declared = 0;
        for (java.lang.reflect.Field field : Columns.class.getFields()) {
            if (field.getType() == Column.class) {
                declared++;
                assertThat(Columns.ALL).contains((Column<?, ?>) field.get(null));
            }
        }
        assertThat(Columns.ALL).hasSize(declared);
    }

    @Test
    void theDigestDependsOnTheRowsAndNotOnTheWayToThem() {
        byte[] a = {1};
        byte[] b = {2};
        StateDigest one = StateDigest.EMPTY.plus(3, a, b).plus(4, b, a);
        StateDigest other =
                StateDigest.EMPTY.plus(4, b, a).plus(9, a, a).plus(3, a, b).minus(9, a, a);

        assertThat(other).isEqualTo(one);
        assertThat(StateDigest.EMPTY.plus(3, a, b)).isNotEqualTo(StateDigest.EMPTY.plus(4, a, b));
        assertThat(StateDigest.EMPTY.plus(3, a, new byte[] {2, 2}))
                .isNotEqualTo(StateDigest.EMPTY.plus(3, new byte[] {1, 2}, new byte[] {2}));
        assertThat(one.hex()).hasSize(32);
    }
}
