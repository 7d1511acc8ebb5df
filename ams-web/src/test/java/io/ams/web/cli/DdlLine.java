package io.ams.web.cli;

import io.ams.web.cli.FakeNode.Asked;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import picocli.CommandLine;

/** The command line {@code bin/ams ddl} as tests give it, before a node that answers as it was told to. */
abstract class DdlLine {
    static final String GROUPS = " /api/v1/ddl/groups";
    static final String ORDERS = GROUPS + "/orders";
    static final String S1 = ORDERS + "/shards/s1";

    final Path folder;
    final FakeNode node = new FakeNode();
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    DdlLine(Path folder) {
        this.folder = folder;
    }

    @AfterEach
    void close() {
        node.close();
    }

    /** The exit code of {@code bin/ams ddl} with these arguments. */
    final int ddl(String... args) {
        CommandLine line = AmsCli.commandLine(Map.of("AMS_URL", node.url().toString(), "AMS_DATA", folder.toString()));
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        String[] all = new String[args.length + 1];
        all[0] = "ddl";
        System.arraycopy(args, 0, all, 1, args.length);
        return line.execute(all);
    }

    final Asked lastAsked() {
        return node.asked().get(node.asked().size() - 1);
    }

    /** A file with this text, double quotes for single ones. */
    final String file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text.replace('\'', '"'))
                    .toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static String json(String text) {
        return text.replace('\'', '"');
    }
}
