package io.ams.apply;

import com.google.protobuf.InvalidProtocolBufferException;
import io.ams.op.Operations;
import io.ams.op.UnknownOperationException;
import io.ams.proto.Batch;
import io.ams.proto.BatchOutcome;
import io.ams.proto.Command;
import io.ams.proto.Entry;
import io.ams.proto.EntryOutcome;
import io.ams.proto.SubmitterSlotRow;
import io.ams.publish.StateChange;
import io.ams.publish.StatePublisher;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.StateCorruptedException;
import io.ams.store.Applied;
import io.ams.store.StateStore;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Applies log entries: for each command guard, decide, and take in what it changes; then commit the whole entry in one batch, and
 * tell the publishers. The only code that commits.
 *
 * <p>An entry at or below the applied position is skipped, so replay is harmless. A refused command changes nothing and leaves
 * its neighbours alone. Anything thrown is a fault: the caller must stop the node before it applies another entry.
 *
 * <p>For one thread at a time.
 */
public final class Applier {
    /** The layout of entries that this release writes; it reads every one up to it. */
    public static final int FORMAT_VERSION = 1;

    /**
     * How many recent batches of a submitter are remembered. A submitter must have fewer in flight, retries included: an older
     * batch than these is refused as stale.
     */
    public static final int REMEMBERED_BATCHES = 16;

    private final StateStore store;
    private final CommandApplier commands;
    private final List<StatePublisher> publishers;
    private LogPosition observed;

    public Applier(StateStore store, Operations operations, List<StatePublisher> publishers) {
        this.store = store;
        this.commands = new CommandApplier(operations);
        this.publishers = List.copyOf(publishers);
        this.observed = store.applied().position();
    }

    /**
     * Applies the entry at this position of the log.
     *
     * @return the outcomes of its batches; none if it was applied before
     */
    public EntryOutcome apply(ByteBuffer entryBytes, long term, long index) {
        Applied before = store.applied();
        if (index <= before.index()) {
            return EntryOutcome.getDefaultInstance();
        }
        Entry entry = parse(entryBytes, index);
        LogPosition at = new LogPosition(
                term,
                index,
                Math.max(before.position().timeMillis(), entry.getHeader().getTimeMillis()));
        OpenEntry open = new OpenEntry(store.live(), at);
        EntryOutcome.Builder outcome = EntryOutcome.newBuilder();
        for (Batch batch : entry.getBatchesList()) {
            outcome.addBatches(applyOnce(batch, open));
        }
        commit(open.changes(), at);
        return outcome.build();
    }

    /** Takes note that the log went past an entry that holds nothing for the state, such as a change of the configuration. */
    public void observe(long term, long index) {
        if (index > observed.index()) {
            observed = new LogPosition(term, index, store.applied().position().timeMillis());
        }
    }

    /** Moves the stored position up to what was observed, and makes everything so far survive a power cut. */
    public Applied flush() {
        if (observed.index() > store.applied().index()) {
            commit(
                    ChangeSet.empty(),
                    new LogPosition(
                            observed.term(),
                            observed.index(),
                            store.applied().position().timeMillis()));
        }
        return store.flush();
    }

    /** Takes note that the whole state was replaced. */
    public void reset() {
        observed = store.applied().position();
        publish(new StateChange(StateChange.Kind.RESET, store.applied(), ChangeSet.empty()));
    }

    private void commit(ChangeSet changes, LogPosition at) {
        Applied applied = store.commit(changes, at);
        observed = at;
        publish(new StateChange(StateChange.Kind.COMMIT, applied, changes));
    }

    private void publish(StateChange change) {
        for (StatePublisher publisher : publishers) {
            publisher.onChange(change);
        }
    }

    private BatchOutcome applyOnce(Batch batch, OpenEntry open) {
        int slot = Math.floorMod(batch.getSequence(), REMEMBERED_BATCHES);
        Keys.SlotKey key = new Keys.SlotKey(batch.getOrigin(), slot);
        Optional<SubmitterSlotRow> remembered = open.view().get(Columns.SUBMITTERS, key);
        if (remembered.isPresent()) {
            int order = compare(batch, remembered.get());
            if (order == 0) {
                return replayed(remembered.get().getOutcome());
            } else if (order < 0) {
                return BatchOutcome.newBuilder().setStale(true).build();
            }
        }
        BatchOutcome.Builder outcome = BatchOutcome.newBuilder();
        for (Command command : batch.getCommandsList()) {
            outcome.addOutcomes(commands.apply(command, open));
        }
        BatchOutcome answered = outcome.build();
        open.add(ChangeSet.builder()
                .put(
                        Columns.SUBMITTERS,
                        key,
                        SubmitterSlotRow.newBuilder()
                                .setRun(batch.getRun())
                                .setSequence(batch.getSequence())
                                .setOutcome(answered)
                                .build())
                .build());
        return answered;
    }

    private static int compare(Batch batch, SubmitterSlotRow remembered) {
        int byRun = Long.compareUnsigned(batch.getRun(), remembered.getRun());
        return byRun != 0 ? byRun : Long.compareUnsigned(batch.getSequence(), remembered.getSequence());
    }

    private static BatchOutcome replayed(BatchOutcome remembered) {
        BatchOutcome.Builder outcome = BatchOutcome.newBuilder();
        remembered
                .getOutcomesList()
                .forEach(one -> outcome.addOutcomes(one.toBuilder().setReplayed(true)));
        return outcome.build();
    }

    private static Entry parse(ByteBuffer bytes, long index) {
        try {
            Entry entry = Entry.parseFrom(bytes);
            if (entry.getHeader().getFormatVersion() > FORMAT_VERSION) {
                throw new UnknownOperationException("entry " + index + " has format "
                        + entry.getHeader().getFormatVersion() + ", this release knows " + FORMAT_VERSION
                        + "; install the release that wrote it");
            }
            return entry;
        } catch (InvalidProtocolBufferException e) {
            throw new StateCorruptedException("entry " + index + " of the log does not read back", e);
        }
    }
}
