package io.ams.web.cli.bench;

/** Sleep between two looks. */
final class Pause {
    private Pause() {}

    /** An interrupt ends it early and stays set. */
    static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
