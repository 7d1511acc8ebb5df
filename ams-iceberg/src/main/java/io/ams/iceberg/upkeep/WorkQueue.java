package io.ams.iceberg.upkeep;

import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What is to be looked at, and when: each key at most once, and never by two threads at a time. A key that is offered while it is
 * worked on is handed out again afterwards. Safe for many threads; offering never waits for work.
 */
final class WorkQueue<K> {
    private record Entry<K>(long atMillis, K key) {}

    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** When each waiting key is due; the entry in the order that does not agree is an old one. */
    private final Map<K, Long> dueAt = new HashMap<>();

    private final PriorityQueue<Entry<K>> order =
            new PriorityQueue<>((a, b) -> Long.compare(a.atMillis(), b.atMillis()));
    private final Set<K> inWork = new HashSet<>();
    private boolean closed;

    WorkQueue(Clock clock) {
        this.clock = clock;
    }

    /** The key is due now. */
    void offer(K key) {
        offerAt(key, clock.millis());
    }

    /** The key is due then, or earlier if it was so already. */
    void offerAt(K key, long atMillis) {
        lock.lock();
        try {
            Long known = dueAt.get(key);
            if (closed || (known != null && known <= atMillis)) {
                return;
            }
            dueAt.put(key, atMillis);
            if (!inWork.contains(key)) {
                order.add(new Entry<>(atMillis, key));
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a key that is due and takes it; {@link #done} gives it back. Empty once closed. */
    Optional<K> take() throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                Entry<K> first = order.peek();
                if (first == null) {
                    changed.await();
                } else if (isOld(first)) {
                    order.remove();
                } else {
                    long wait = first.atMillis() - clock.millis();
                    if (wait <= 0) {
                        return Optional.of(begin(order.remove().key()));
                    }
                    changed.await(wait, TimeUnit.MILLISECONDS);
                }
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private boolean isOld(Entry<K> entry) {
        Long due = dueAt.get(entry.key());
        return due == null || due != entry.atMillis() || inWork.contains(entry.key());
    }

    private K begin(K key) {
        dueAt.remove(key);
        inWork.add(key);
        return key;
    }

    /** The work on the key is over. */
    void done(K key) {
        lock.lock();
        try {
            inWork.remove(key);
            Long due = dueAt.get(key);
            if (due != null) {
                order.add(new Entry<>(due, key));
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Hands nothing out any more; those that wait return empty. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
