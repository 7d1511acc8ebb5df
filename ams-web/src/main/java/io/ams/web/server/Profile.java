package io.ams.web.server;

import java.util.Locale;

/** A named set of Ratis settings; each is a file in {@code ratis-conf/}. */
public enum Profile {
    /** Elections after 300 to 500 ms: short outages, for quiet machines and good networks. */
    FAST,
    /** Elections after 500 to 1000 ms: the default. */
    STEADY;

    /** The name on the command line and of the file. */
    public String fileName() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return fileName();
    }
}
