package io.ams.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.op.UnknownOperationException;
import io.ams.proto.Batch;
import io.ams.proto.BatchOutcome;
import io.ams.proto.Command;
import io.ams.proto.Entry;
import io.ams.proto.EntryHeader;
import io.ams.proto.EntryOutcome;
import io.ams.proto.Outcome;
import io.ams.proto.SettingPut;
import io.ams.proto.SettingRow;
import io.ams.publish.StateChange;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.LogPosition;
import io.ams.state.Rows;
import io.ams.state.StateCorruptedException;
import io.ams.store.Applied;
import io.ams.store.MemoryStore;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplierTest {
    private static final long TERM = 3;
    private static final long MINUTE = 60_000;
    private static final String BAD_KEY = "no.such.setting";

    private final MemoryStore store = new MemoryStore();
    private final List<StateChange> published = new ArrayList<>();
    private final Applier applier = new Applier(store, new Operations(), List.of(published::add));
    private long index;
    private long sequence;

    @Test
    void appliesTheCommandsOfAnEntryInOrderAndEachSeesTheOnesBefore() {
        List<Outcome> outcomes = apply(0, put("x.a", "1"), put("x.a", "2")).getOutcomesList();

        assertThat(outcomes).extracting(Outcome::getIndex).containsExactly(1L, 1L);
        assertThat(Operations.SETTING_PUT.result(outcomes.get(1).getAccepted()).getVersion())
                .isEqualTo(2);
        assertThat(value("x.a")).contains("2");
    }

    @Test
    void skipsAnEntryThatWasAppliedBefore() {
        ByteBuffer entry = entry(0, batch("n1", 1, 1, put("x.a", "1")));
        applier.apply(entry.duplicate(), TERM, 5);
        Applied before = store.applied();

        assertThat(applier.apply(entry.duplicate(), TERM, 5)).isEqualTo(EntryOutcome.getDefaultInstance());
        assertThat(applier.apply(entry(0, batch("n1", 1, 2, put("x.a", "9"))), TERM, 4))
                .isEqualTo(EntryOutcome.getDefaultInstance());
        assertThat(store.applied()).isEqualTo(before);
        assertThat(published).hasSize(1);
    }

    @Test
    void aBatchIsAppliedOnceHoweverOftenItIsProposed() {
        Batch batch = batch("n1", 1, 1, put("x.a", "1"), put(BAD_KEY, "1"));
        BatchOutcome first = apply(0, batch);

        BatchOutcome again = apply(0, batch);

        assertThat(again.getStale()).isFalse();
        assertThat(again.getOutcomesList()).extracting(Outcome::getReplayed).containsExactly(true, true);
        assertThat(again.getOutcomesList()).extracting(Outcome::getIndex).containsExactly(1L, 1L);
        assertThat(again.getOutcomes(0).getAccepted())
                .isEqualTo(first.getOutcomes(0).getAccepted());
        assertThat(again.getOutcomes(1).getRefused())
                .isEqualTo(first.getOutcomes(1).getRefused());
        assertThat(version("x.a")).contains(1L);
    }

    @Test
    void theSameNumbersOfAnotherOriginOrALaterRunAreAnotherBatch() {
        apply(0, batch("n1", 1, 1, put("x.a", "1")));
        apply(0, batch("n2", 1, 1, put("x.a", "2")));
        apply(0, batch("n1", 2, 1, put("x.a", "3")));

        assertThat(version("x.a")).contains(3L);
    }

    @Test
    void aBatchWhosePlaceWasTakenByALaterOneIsStaleAndNotApplied() {
        apply(0, batch("n1", 2, 1 + Applier.REMEMBERED_BATCHES, put("x.a", "new")));

        BatchOutcome sameRun = apply(0, batch("n1", 2, 1, put("x.a", "old")));
        BatchOutcome earlierRun = apply(0, batch("n1", 1, 1 + Applier.REMEMBERED_BATCHES * 9, put("x.a", "older")));

        assertThat(sameRun).isEqualTo(BatchOutcome.newBuilder().setStale(true).build());
        assertThat(earlierRun.getStale()).isTrue();
        assertThat(value("x.a")).contains("new");
    }

    @Test
    void theLastBatchesOfARunAreAllRemembered() {
        for (int i = 1; i <= Applier.REMEMBERED_BATCHES; i++) {
            apply(0, batch("n1", 1, i, put("x." + i, "1")));
        }
        for (int i = 1; i <= Applier.REMEMBERED_BATCHES; i++) {
            BatchOutcome again = apply(0, batch("n1", 1, i, put("x." + i, "1")));
            assertThat(again.getOutcomes(0).getReplayed()).isTrue();
        }
    }

    @Test
    void aRequestIsAnsweredAgainUnderItsKeyWhateverBatchItComesIn() {
        Outcome first = one(0, keyed("k1", "h", put("x.a", "1")));

        Outcome again = one(0, keyed("k1", "h", put("x.a", "1")));

        assertThat(again).isEqualTo(first.toBuilder().setReplayed(true).build());
        assertThat(version("x.a")).contains(1L);
    }

    @Test
    void aKeyIsRefusedForAnotherRequestOrAnotherOperation() {
        one(0, keyed("k1", "h", put("x.a", "1")));
        Command otherOperation = Operations.SETTING_DELETE.command(
                header("k1", "h"),
                io.ams.proto.SettingDelete.newBuilder().setKey("x.a").build());

        assertThat(code(one(0, keyed("k1", "other", put("x.a", "2"))))).contains(ErrorCode.IDEMPOTENCY_KEY_REUSED);
        assertThat(code(one(0, otherOperation))).contains(ErrorCode.IDEMPOTENCY_KEY_REUSED);
        assertThat(value("x.a")).contains("1");
    }

    @Test
    void aRefusalIsRememberedUnlessTheCallerWantsToTryAgain() {
        one(0, keyed("kept", "h", put(BAD_KEY, "1")));
        assertThat(one(0, keyed("kept", "h", put(BAD_KEY, "1"))).getReplayed()).isTrue();

        Command forgotten = keyed("forgotten", "h", expecting("x.a", 1));
        Command retried = forgotten.toBuilder().setForgetRefusal(true).build();
        assertThat(code(one(0, retried))).contains(ErrorCode.VERSION_MISMATCH);
        apply(0, put("x.a", "1"));
        Outcome accepted = one(0, retried);
        assertThat(accepted.hasAccepted()).isTrue();
        assertThat(accepted.getReplayed()).isFalse();
        assertThat(one(0, retried).getReplayed()).isTrue();
        assertThat(version("x.a")).contains(2L);
    }

    @Test
    void aKeyIsForgottenAfterItsTimeByTheTimeOfTheEntries() {
        long start = 1_000 * MINUTE;
        one(start, keyed("k1", "h", put("x.a", "1")));

        assertThat(one(start + 35 * MINUTE, keyed("k1", "h", put("x.a", "1"))).getReplayed())
                .isTrue();
        Outcome later = one(start + 35 * MINUTE + 1, keyed("k1", "another", put("x.a", "2")));
        assertThat(later.hasAccepted()).isTrue();
        assertThat(later.getReplayed()).isFalse();
        assertThat(value("x.a")).contains("2");
        assertThat(one(start + 35 * MINUTE + 2, keyed("k1", "another", put("x.a", "2")))
                        .getReplayed())
                .isTrue();
    }

    @Test
    void forgottenKeysLeaveNoRowsBehind() {
        for (int i = 0; i < 10; i++) {
            one(1, keyed("old" + i, "h", put("x.a", "1")));
        }
        for (int i = 0; i < 5; i++) {
            one(36 * MINUTE, keyed("new" + i, "h", put("x.a", "1")));
        }

        assertThat(Rows.values(store.live(), Columns.REQUESTS, KeyRange.all())).hasSize(5);
        assertThat(Rows.values(store.live(), Columns.REQUESTS_BY_TIME, KeyRange.all()))
                .hasSize(5);
    }

    @Test
    void aCommandOfAnotherTermIsRefused() {
        Command stale = command("", "", put("x.a", "1")).toBuilder()
                .setExpectedTerm(TERM - 1)
                .build();
        Command current = stale.toBuilder().setExpectedTerm(TERM).build();

        assertThat(code(one(0, stale))).contains(ErrorCode.STALE_TERM);
        assertThat(one(0, current).hasAccepted()).isTrue();
    }

    @Test
    void aRefusedCommandChangesNothingAndLeavesItsNeighboursAlone() {
        List<Outcome> outcomes = apply(0, put("x.a", "1"), put(BAD_KEY, "2"), expecting("x.a", 7), put("x.b", "3"))
                .getOutcomesList();

        assertThat(outcomes.get(0).hasAccepted()).isTrue();
        assertThat(code(outcomes.get(1))).contains(ErrorCode.SETTING_UNKNOWN);
        assertThat(code(outcomes.get(2))).contains(ErrorCode.VERSION_MISMATCH);
        assertThat(outcomes.get(1).getRefused().getDetail()).contains(BAD_KEY);
        assertThat(outcomes.get(3).hasAccepted()).isTrue();
        assertThat(value("x.a")).contains("1");
        assertThat(value("x.b")).contains("3");
        assertThat(value(BAD_KEY)).isEmpty();
    }

    @Test
    void anUnknownCommandStopsTheNodeAndChangesNothing() {
        Command unknown = Command.newBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                9999,
                                UnknownFieldSet.Field.newBuilder()
                                        .addLengthDelimited(ByteString.EMPTY)
                                        .build())
                        .build())
                .build();
        Batch batch = Batch.newBuilder()
                .addCommands(command("", "", put("x.a", "1")))
                .addCommands(unknown)
                .build();

        assertThatThrownBy(() -> apply(0, batch)).isInstanceOf(UnknownOperationException.class);
        assertThat(store.applied()).isEqualTo(Applied.NOTHING);
        assertThat(published).isEmpty();
    }

    @Test
    void anEntryOfANewerFormatStopsTheNode() {
        Entry newer = Entry.newBuilder()
                .setHeader(EntryHeader.newBuilder().setFormatVersion(Applier.FORMAT_VERSION + 1))
                .build();

        assertThatThrownBy(() -> applier.apply(newer.toByteString().asReadOnlyByteBuffer(), TERM, 1))
                .isInstanceOf(UnknownOperationException.class)
                .hasMessageContaining("install");
    }

    @Test
    void anEntryThatIsNoneStopsTheNode() {
        assertThatThrownBy(() -> applier.apply(ByteBuffer.wrap(new byte[] {-1, -1, -1}), TERM, 1))
                .isInstanceOf(StateCorruptedException.class);
    }

    @Test
    void timeNeverGoesBack() {
        apply(5_000, put("x.a", "1"));
        apply(4_000, put("x.b", "1"));
        apply(6_000, put("x.c", "1"));

        assertThat(updatedAt("x.a")).isEqualTo(5_000);
        assertThat(updatedAt("x.b")).isEqualTo(5_000);
        assertThat(updatedAt("x.c")).isEqualTo(6_000);
        assertThat(store.applied().position()).isEqualTo(new LogPosition(TERM, 3, 6_000));
    }

    @Test
    void publishersHearOfEachCommitInOrder() {
        apply(0, put("x.a", "1"), put("x.b", "1"));
        apply(0, put(BAD_KEY, "1"));

        assertThat(published).extracting(StateChange::kind).containsOnly(StateChange.Kind.COMMIT);
        assertThat(published).extracting(change -> change.applied().index()).containsExactly(1L, 2L);
        assertThat(published.get(0).changes().of(Columns.SETTINGS))
                .extracting(change -> change.key())
                .containsExactly("x.a", "x.b");
        assertThat(published.get(1).changes().of(Columns.SETTINGS)).isEmpty();
        assertThat(published.get(1).applied()).isEqualTo(store.applied());
    }

    @Test
    void publishersHearOfAReset(@TempDir Path temp) {
        apply(0, put("x.a", "1"));
        Applied then = store.checkpoint(temp.resolve("checkpoint"));
        apply(0, put("x.a", "2"));
        store.restore(temp.resolve("checkpoint"));

        applier.reset();

        StateChange reset = published.get(published.size() - 1);
        assertThat(reset.kind()).isEqualTo(StateChange.Kind.RESET);
        assertThat(reset.applied()).isEqualTo(then);
        assertThat(reset.changes().isEmpty()).isTrue();
    }

    @Test
    void aFlushRemembersEntriesThatHeldNothingForTheState() {
        apply(7_000, put("x.a", "1"));
        applier.observe(TERM + 1, 9);
        applier.observe(TERM, 2);

        Applied flushed = applier.flush();

        assertThat(flushed.position()).isEqualTo(new LogPosition(TERM + 1, 9, 7_000));
        assertThat(store.durable()).isEqualTo(flushed);
        assertThat(published).hasSize(2);
    }

    private static SettingPut put(String key, String value) {
        return SettingPut.newBuilder().setKey(key).setValue(value).build();
    }

    private static SettingPut expecting(String key, long version) {
        return put(key, "expected").toBuilder().setExpectedVersion(version).build();
    }

    private static Command header(String requestId, String hash) {
        return Command.newBuilder()
                .setRequestId(requestId)
                .setRequestHash(ByteString.copyFromUtf8(hash))
                .build();
    }

    private static Command command(String requestId, String hash, SettingPut put) {
        return Operations.SETTING_PUT.command(header(requestId, hash), put);
    }

    private static Command keyed(String requestId, String hash, SettingPut put) {
        return command(requestId, hash, put);
    }

    private static Batch batch(String origin, long run, long sequence, SettingPut... puts) {
        Batch.Builder batch = Batch.newBuilder().setOrigin(origin).setRun(run).setSequence(sequence);
        for (SettingPut put : puts) {
            batch.addCommands(command("", "", put));
        }
        return batch.build();
    }

    private static ByteBuffer entry(long timeMillis, Batch batch) {
        return Entry.newBuilder()
                .setHeader(EntryHeader.newBuilder().setTimeMillis(timeMillis).setFormatVersion(Applier.FORMAT_VERSION))
                .addBatches(batch)
                .build()
                .toByteString()
                .asReadOnlyByteBuffer();
    }

    private BatchOutcome apply(long timeMillis, Batch batch) {
        return applier.apply(entry(timeMillis, batch), TERM, ++index).getBatches(0);
    }

    private BatchOutcome apply(long timeMillis, SettingPut... puts) {
        return apply(timeMillis, batch("solo", 1, ++sequence, puts));
    }

    private Outcome one(long timeMillis, Command command) {
        Batch batch = Batch.newBuilder()
                .setOrigin("solo")
                .setRun(1)
                .setSequence(++sequence)
                .addCommands(command)
                .build();
        return apply(timeMillis, batch).getOutcomes(0);
    }

    private static Optional<ErrorCode> code(Outcome outcome) {
        return outcome.hasRefused() ? ErrorCode.ofWireId(outcome.getRefused().getCode()) : Optional.empty();
    }

    private Optional<SettingRow> setting(String key) {
        return store.live().get(Columns.SETTINGS, key);
    }

    private Optional<String> value(String key) {
        return setting(key).map(SettingRow::getValue);
    }

    private Optional<Long> version(String key) {
        return setting(key).map(SettingRow::getVersion);
    }

    private long updatedAt(String key) {
        return setting(key).map(SettingRow::getUpdatedAtMillis).orElse(-1L);
    }
}
