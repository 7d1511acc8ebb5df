package io.ams.ddl;

import io.ams.proto.Tally;
import java.util.ArrayList;
import java.util.List;

/** How often there is each value, in the order of the values; none that there is not. The lists are never changed. */
final class Tallies {
    private Tallies() {}

    static int of(List<Tally> tallies, String value) {
        for (Tally tally : tallies) {
            if (tally.getValue().equals(value)) {
                return tally.getCount();
            }
        }
        return 0;
    }

    static int total(List<Tally> tallies) {
        int total = 0;
        for (Tally tally : tallies) {
            total += tally.getCount();
        }
        return total;
    }

    /** With another count of this value; a count of 0 or less takes it out. */
    static List<Tally> with(List<Tally> tallies, String value, int count) {
        List<Tally> changed = new ArrayList<>(tallies.size() + 1);
        int at = 0;
        for (Tally tally : tallies) {
            int order = tally.getValue().compareTo(value);
            if (order != 0) {
                changed.add(tally);
            }
            at += order < 0 ? 1 : 0;
        }
        if (count > 0) {
            changed.add(at, Tally.newBuilder().setValue(value).setCount(count).build());
        }
        return changed;
    }

    /** With so many more, or less, of this value. */
    static List<Tally> plus(List<Tally> tallies, String value, int more) {
        return with(tallies, value, of(tallies, value) + more);
    }
}
