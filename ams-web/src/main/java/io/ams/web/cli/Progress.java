package io.ams.web.cli;

import java.io.PrintWriter;

/** How far a command has come: a bar that is drawn again on a terminal, a line at each tenth elsewhere. */
final class Progress {
    private static final int WIDTH = 40;

    private final PrintWriter out;
    private final boolean terminal;
    private final String label;
    private final int total;

    Progress(PrintWriter out, boolean terminal, String label, int total) {
        this.out = out;
        this.terminal = terminal;
        this.label = label;
        this.total = total;
    }

    /** Shows that so many are done, from 1 to the total. */
    void show(int done) {
        if (terminal) {
            int filled = WIDTH * done / total;
            out.print(
                    "\r" + label + " [" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + done + "/" + total);
            if (done == total) {
                out.println();
            }
        } else if (tenth(done) > tenth(done - 1)) {
            out.println(label + " " + done + "/" + total);
        }
        out.flush();
    }

    private int tenth(int done) {
        return 10 * done / total;
    }
}
