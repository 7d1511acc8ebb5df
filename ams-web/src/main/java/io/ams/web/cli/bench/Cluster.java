package io.ams.web.cli.bench;

import java.io.IOException;
import java.net.URI;
import java.util.List;

/** Three server processes that were started for this run. */
interface Cluster extends AutoCloseable {
    String name();

    /** The key-value service of the server at this URL. */
    KeyValueService service(URI server);

    /** The server that leads now. */
    URI leader() throws IOException;

    /** A server that does not lead now. */
    URI follower() throws IOException;

    /** The server processes. */
    List<Long> pids();

    /** Puts the store into the state that it is to be measured in. */
    void tidy() throws IOException;

    /** Stops every process and deletes their data. Safe to call twice, and from a shutdown hook. */
    @Override
    void close();
}
