package io.ams.testkit.ddl.history;

import io.ams.proto.DdlAnnounce;
import io.ams.testkit.ddl.model.DdlReferenceModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * All that was asked of one group since it was made, what was answered, and what was seen of it. Safe for many threads.
 *
 * <p>Whether it is as it should be is for {@link #disagreement} to say, when nobody adds to it any more.
 */
public final class DdlHistory {
    private final String group;
    private final Supplier<DdlReferenceModel> model;
    private final ConcurrentLinkedQueue<DdlOperation> operations = new ConcurrentLinkedQueue<>();
    private final AtomicLong announcements = new AtomicLong();
    private final ConcurrentLinkedQueue<DdlLook> looks = new ConcurrentLinkedQueue<>();

    /**
     * @param model makes the model of the group as it was made, at version 1
     */
    public DdlHistory(String group, Supplier<DdlReferenceModel> model) {
        this.group = group;
        this.model = model;
    }

    public String group() {
        return group;
    }

    public void add(DdlOperation operation) {
        operations.add(operation);
        if (operation.command() instanceof DdlAnnounce && operation.answer() instanceof DdlAnswer.Said) {
            announcements.incrementAndGet();
        }
    }

    public void add(DdlLook look) {
        looks.add(look);
    }

    /** Announcements that were answered, and not with a refusal. */
    public long announcements() {
        return announcements.get();
    }

    /** How often each first word of an answer came, and what else there is to count. */
    public Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        for (DdlOperation operation : operations) {
            DdlAnswer answer = operation.answer();
            String word = answer instanceof DdlAnswer.Said said
                    ? said.verdict() + (said.said().repeated() ? " again" : "")
                    : answer instanceof DdlAnswer.Refused refused
                            ? refused.code().name()
                            : answer.getClass().getSimpleName();
            counts.merge(word, 1, Integer::sum);
        }
        counts.merge("looks", looks.size(), Integer::sum);
        return counts;
    }

    /**
     * Why no order explains the history; empty if one does. An order explains it if it agrees with real time (what ended before
     * something else began comes before it), makes every version of the group once, and the model gives the same answers in it and
     * looks the same wherever somebody looked. {@link DdlReplay} says which places in the order each answer allows.
     *
     * <p>What nobody looked at after the last operation is not checked: look at the group on every node in the end.
     */
    public Optional<String> disagreement() {
        return new DdlReplay(model, List.copyOf(operations), List.copyOf(looks)).disagreement();
    }
}
