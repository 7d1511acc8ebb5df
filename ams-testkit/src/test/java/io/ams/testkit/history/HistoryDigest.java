package io.ams.testkit.history;

import io.ams.apply.Applier;
import io.ams.op.Operations;
import io.ams.store.MemoryStore;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

/** Prints language, zone offset in minutes and the digest of a history: to run in another JVM. */
final class HistoryDigest {
    private HistoryDigest() {}

    public static void main(String[] args) {
        long minutes = TimeZone.getDefault().getRawOffset() / 60_000;
        System.out.println(Locale.getDefault().getLanguage() + " " + minutes + " "
                + of(Long.parseLong(args[0]), Integer.parseInt(args[1])));
    }

    static String of(long seed, int length) {
        MemoryStore store = new MemoryStore();
        LogCut.of(HistoryGenerator.ofAll(seed).history(length), 9, 1)
                .applyTo(new Applier(store, new Operations(), List.of()), 1);
        return store.applied().digest().hex();
    }
}
