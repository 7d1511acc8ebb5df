package io.ams.testkit.history;

import com.google.protobuf.CodedOutputStream;
import io.ams.apply.Applier;
import io.ams.proto.Batch;
import io.ams.proto.Entry;
import io.ams.proto.EntryHeader;
import io.ams.proto.EntryOutcome;
import io.ams.proto.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * A history as entries of a log, cut in one of the many ways there are. Entry {@code i} of the list has log index {@code i + 1}.
 */
public record LogCut(List<Entry> entries) {
    private static final String ORIGIN = "submitter";

    public LogCut {
        entries = List.copyOf(entries);
    }

    /**
     * Commands of equal time go into batches of at most {@code batchSize}, and batches into entries of at most
     * {@code batchesPerEntry}.
     */
    public static LogCut of(List<Timed> history, int batchSize, int batchesPerEntry) {
        List<Entry> entries = new ArrayList<>();
        long sequence = 0;
        int next = 0;
        while (next < history.size()) {
            long time = history.get(next).timeMillis();
            Entry.Builder entry = entry(time);
            while (entry.getBatchesCount() < batchesPerEntry && isAt(history, next, time)) {
                Batch.Builder batch = batch(++sequence);
                while (batch.getCommandsCount() < batchSize && isAt(history, next, time)) {
                    batch.addCommands(history.get(next++).command());
                }
                entry.addBatches(batch);
            }
            entries.add(entry.build());
        }
        return new LogCut(entries);
    }

    /** One command in one entry. */
    static LogCut single(Timed command, long sequence) {
        Batch.Builder batch = batch(sequence).addCommands(command.command());
        return new LogCut(List.of(entry(command.timeMillis()).addBatches(batch).build()));
    }

    /** The same with sequence numbers of batches that go on from this one: for the middle of a longer log. */
    public LogCut renumbered(long firstSequence) {
        List<Entry> renumbered = new ArrayList<>();
        long sequence = firstSequence;
        for (Entry entry : entries) {
            Entry.Builder changed = entry.toBuilder();
            for (Batch.Builder batch : changed.getBatchesBuilderList()) {
                batch.setSequence(sequence++);
            }
            renumbered.add(changed.build());
        }
        return new LogCut(renumbered);
    }

    private static boolean isAt(List<Timed> history, int index, long time) {
        return index < history.size() && history.get(index).timeMillis() == time;
    }

    private static Entry.Builder entry(long timeMillis) {
        return Entry.newBuilder()
                .setHeader(EntryHeader.newBuilder().setTimeMillis(timeMillis).setFormatVersion(Applier.FORMAT_VERSION));
    }

    private static Batch.Builder batch(long sequence) {
        return Batch.newBuilder().setOrigin(ORIGIN).setRun(1).setSequence(sequence);
    }

    /** Applies all entries; the first has this index. Returns the outcomes of their commands, none for entries that were skipped. */
    public List<Outcome> applyTo(Applier applier, long firstIndex) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            EntryOutcome outcome = applier.apply(
                    entries.get(i).toByteString().asReadOnlyByteBuffer(), HistoryGenerator.TERM, firstIndex + i);
            outcome.getBatchesList().forEach(batch -> outcomes.addAll(batch.getOutcomesList()));
        }
        return outcomes;
    }

    /** The entries before this one of the list. */
    public LogCut before(int entry) {
        return new LogCut(entries.subList(0, entry));
    }

    /** This entry of the list and the later ones. */
    public LogCut from(int entry) {
        return new LogCut(entries.subList(entry, entries.size()));
    }

    /** All entries, each after its length. */
    public byte[] toBytes() {
        int size = entries.stream()
                .mapToInt(entry -> CodedOutputStream.computeMessageSizeNoTag(entry))
                .sum();
        byte[] bytes = new byte[size];
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            for (Entry entry : entries) {
                out.writeMessageNoTag(entry);
            }
            out.checkNoSpaceLeft();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return bytes;
    }

    /** Reads what {@link #toBytes} wrote. */
    public static LogCut parse(byte[] bytes) {
        List<Entry> entries = new ArrayList<>();
        java.io.ByteArrayInputStream in = new java.io.ByteArrayInputStream(bytes);
        try {
            for (Entry entry = Entry.parseDelimitedFrom(in); entry != null; entry = Entry.parseDelimitedFrom(in)) {
                entries.add(entry);
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return new LogCut(entries);
    }
}
