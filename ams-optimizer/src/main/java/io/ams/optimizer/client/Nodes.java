package io.ams.optimizer.client;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The nodes a worker may call: those it was started with, for ever, and those that AMS named last. Safe for many threads.
 */
public final class Nodes {
    private final List<String> initial;
    private List<String> known;
    private int at;

    /**
     * @param initial base URLs, at least one
     */
    public Nodes(List<String> initial) {
        if (initial.isEmpty()) {
            throw new IllegalArgumentException("a worker needs the URL of at least one node");
        }
        this.initial = initial.stream().map(Nodes::normal).toList();
        this.known = this.initial;
    }

    /** The node to call now. */
    public synchronized String current() {
        return known.get(at);
    }

    /** Every node known now. */
    public synchronized List<String> all() {
        return known;
    }

    /** Goes on to the next node, if it is still this one that failed; of many threads that saw it fail one moves on. */
    public synchronized void failed(String node) {
        if (current().equals(node)) {
            at = (at + 1) % known.size();
        }
    }

    /** Takes the nodes that AMS named. The one in use stays in use while it is among them. */
    public synchronized void named(List<String> urls) {
        if (urls.isEmpty()) {
            return;
        }
        String inUse = current();
        Set<String> all = new LinkedHashSet<>();
        urls.forEach(url -> all.add(normal(url)));
        all.addAll(initial);
        known = List.copyOf(new ArrayList<>(all));
        at = Math.max(0, known.indexOf(inUse));
    }

    private static String normal(String url) {
        String trimmed = url.strip();
        return trimmed.endsWith("/") ? trimmed.substring(0, trimmed.length() - 1) : trimmed;
    }
}
