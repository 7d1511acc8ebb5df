package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.MessageLite;
import io.ams.state.ChangeSet;
import io.ams.state.Column;
import io.ams.state.KeyRange;
import io.ams.state.LogPosition;
import io.ams.state.Rows;
import io.ams.state.View;
import io.ams.store.MemoryStore;
import io.ams.store.StateSnapshot;
import java.util.List;
import java.util.Optional;

/** A state in memory on which rules are tried one after another: what is accepted is committed. Time stands until moved. */
final class RuleBench {
    static final long START_MILLIS = 1_000_000;

    private final MemoryStore store = new MemoryStore();
    private long index;
    private long timeMillis = START_MILLIS;

    /** Decides and commits; fails the test on a refusal. */
    <C extends MessageLite, R extends MessageLite> R accept(Operation<C, R> operation, C command) {
        LogPosition at = next();
        Decision<R> decision = operation.decide(store.live(), at, command);
        assertThat(decision).as("%s", command).isInstanceOf(Decision.Accepted.class);
        Decision.Accepted<R> accepted = (Decision.Accepted<R>) decision;
        store.commit(accepted.changes(), at);
        return accepted.result();
    }

    /** Decides; fails the test unless it is a refusal with this code. Returns its detail. */
    <C extends MessageLite, R extends MessageLite> String refuse(ErrorCode code, Operation<C, R> operation, C command) {
        Decision<R> decision = operation.decide(store.live(), next(), command);
        assertThat(decision).as("%s", command).isInstanceOf(Decision.Refused.class);
        Decision.Refused<R> refused = (Decision.Refused<R>) decision;
        assertThat(refused.code()).as(refused.detail()).isEqualTo(code);
        assertThat(refused.detail()).isNotBlank();
        return refused.detail();
    }

    /** Puts rows in place without a rule. */
    void put(ChangeSet changes) {
        store.commit(changes, next());
    }

    <K, V extends MessageLite> void put(Column<K, V> column, K key, V row) {
        put(ChangeSet.builder().put(column, key, row).build());
    }

    /** The row that must be there. */
    <K, V extends MessageLite> V row(Column<K, V> column, K key) {
        Optional<V> row = find(column, key);
        assertThat(row).as("%s %s", column, key).isPresent();
        return row.orElseThrow();
    }

    <K, V extends MessageLite> Optional<V> find(Column<K, V> column, K key) {
        return view().get(column, key);
    }

    /** The keys of a column, in order. */
    <K, V extends MessageLite> List<K> keys(Column<K, V> column) {
        return Rows.first(view(), column, KeyRange.all(), Integer.MAX_VALUE).stream()
                .map(entry -> entry.getKey())
                .toList();
    }

    View view() {
        return store.read(StateSnapshot::view);
    }

    long now() {
        return timeMillis;
    }

    void passMillis(long millis) {
        timeMillis += millis;
    }

    private LogPosition next() {
        return new LogPosition(1, ++index, timeMillis);
    }
}
