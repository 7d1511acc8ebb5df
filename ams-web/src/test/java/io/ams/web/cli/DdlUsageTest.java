package io.ams.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code bin/ams ddl} says of what it cannot read, cannot reach or is refused. */
class DdlUsageTest extends DdlLine {
    DdlUsageTest(@TempDir Path folder) {
        super(folder);
    }

    @Test
    void aRefusalIsOneLineWithTheCode() {
        node.on(
                "POST" + S1 + "/resolve",
                409,
                "{'error':{'code':'DDL_NOTHING_TO_RESOLVE','message':'shard s1 waits for nothing'}}");

        assertThat(ddl("resolve", "orders", "s1", "skip")).isEqualTo(CliExit.FAILED.code());

        assertThat(err.toString())
                .contains("DDL_NOTHING_TO_RESOLVE: shard s1 waits for nothing")
                .hasLineCount(1);
    }

    @Test
    void filesThatCannotBeReadAreUsageErrors() {
        assertThat(ddl(
                        "join",
                        "orders",
                        "s1",
                        "--schema",
                        folder.resolve("none").toString()))
                .isEqualTo(CliExit.USAGE.code());
        assertThat(ddl("join", "orders", "s1", "--schema", folder.toString())).isEqualTo(CliExit.USAGE.code());
        assertThat(ddl("announce", "orders", "s1", file("c.json", "{'changes':["), "--seq", "1"))
                .isEqualTo(CliExit.USAGE.code());
        assertThat(ddl("announce", "orders", "s1", file("d.json", "[] []"), "--seq", "1"))
                .isEqualTo(CliExit.USAGE.code());
        assertThat(err.toString())
                .contains(
                        "none cannot be read: there is no such file; name a file",
                        folder + " cannot be read: it is a directory",
                        "c.json begins like JSON and is none (line 1, column 13)")
                .doesNotContain("jackson", "Source");
        assertThat(node.asked()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wat",
                "show",
                "create orders",
                "drop",
                "set-policy orders",
                "acknowledge orders s1",
                "acknowledge orders s1 last",
                "set-mode",
                "leave orders",
                "rebind orders s1",
                "retry",
                "join orders",
                "announce orders",
                "announce orders s1 - --seq first",
                "resolve orders s1",
                "resolve orders s1 replace",
                "resolve orders s1 set-schema",
            })
    void whatCannotBeReadIsAUsageError(String args) {
        assertThat(ddl(args.split(" "))).isEqualTo(CliExit.USAGE.code());
        assertThat(err.toString()).isNotBlank();
    }

    @Test
    void anUnreachableNodeIsSaid() {
        node.close();
        assertThat(ddl("list")).isEqualTo(CliExit.UNREACHABLE.code());
    }
}
