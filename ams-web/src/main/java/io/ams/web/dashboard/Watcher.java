package io.ams.web.dashboard;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One open stream. Nobody ever waits for it: a picture that could not be sent before the next came is dropped, so that a slow
 * reader sees fewer pictures and never old ones.
 */
final class Watcher implements WriteListener {
    private final AsyncContext context;
    private final ServletOutputStream out;
    private final DashboardFeed feed;
    private byte @Nullable [] next;
    private boolean started;
    private boolean flushing;
    private boolean closed;

    Watcher(AsyncContext context, ServletOutputStream out, DashboardFeed feed) {
        this.context = context;
        this.out = out;
        this.feed = feed;
    }

    /** Sends this as soon as the reader takes it, in place of what still waits. */
    synchronized void offer(byte[] frame) {
        next = frame;
        send();
    }

    @Override
    public synchronized void onWritePossible() {
        started = true;
        send();
    }

    private void send() {
        try {
            while (started && !closed && (next != null || flushing) && out.isReady()) {
                if (flushing) {
                    flushing = false;
                    out.flush();
                } else if (next != null) {
                    byte[] frame = next;
                    next = null;
                    flushing = true;
                    out.write(frame);
                }
            }
        } catch (IOException | RuntimeException e) {
            // The reader is gone; there is nobody to tell.
            close();
        }
    }

    @Override
    public void onError(Throwable gone) {
        close();
    }

    synchronized void close() {
        if (!closed) {
            closed = true;
            feed.remove(this);
            context.complete();
        }
    }
}
