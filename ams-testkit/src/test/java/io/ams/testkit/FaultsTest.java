package io.ams.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Empty;
import io.ams.op.Decision;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.proto.Command;
import io.ams.proto.SettingPut;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.raft.node.AmsNode;
import io.ams.raft.node.ExitCode;
import io.ams.state.ChangeSet;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that cannot go on says why, with the code that its process ends with. */
class FaultsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SOON = Duration.ofSeconds(3);

    @TempDir
    Path directory;

    /** What a newer release might send: this one knows no rule for it. */
    private static final class FromTheFuture extends Operation<Empty, Empty> {
        FromTheFuture() {
            super(
                    Command.BodyCase.BODY_NOT_SET,
                    command -> Empty.getDefaultInstance(),
                    (command, body) -> command,
                    Empty.parser());
        }

        @Override
        public Decision<Empty> decide(View view, LogPosition at, Empty command) {
            return Decision.accept(ChangeSet.empty(), command);
        }
    }

    private static void awaitFault(LocalCluster cluster, String id, ExitCode code) {
        await("node " + id + " stops with " + code)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cluster.faultsOf(id).faults())
                        .extracting(RecordedFaults.Fault::code)
                        .contains(code));
    }

    @Test
    void anEntryThatCannotBeAppliedStopsTheNode() throws Exception {
        try (LocalCluster cluster = new LocalCluster(directory, 1, Map.of(), SOON, SOON).start()) {
            AmsNode node = cluster.leader();
            CompletionStage<Reply<Empty>> reply =
                    node.submitter().submit(new FromTheFuture(), Empty.getDefaultInstance(), Submission.by("test"));
            awaitFault(cluster, "n1", ExitCode.APPLY_FAILED);
            assertThat(reply.thenApply(Reply::isAccepted)
                            .exceptionally(failure -> false)
                            .toCompletableFuture())
                    .succeedsWithin(PATIENCE)
                    .isEqualTo(false);
            assertThat(node.status().appliedIndex()).isLessThan(node.status().commitIndex());
        }
    }

    @Test
    void aGroupThatRatisGivesUpStopsTheNode() throws Exception {
        Map<String, String> shortLog =
                Map.of("raft.server.log.segment.size.max", "64KB", "raft.server.log.preallocated.size", "64KB");
        try (LocalCluster cluster = new LocalCluster(directory, 1, shortLog, SOON, SOON).start()) {
            AmsNode node = cluster.leader();
            // The segment that is open goes on. That it is not where it was when the next is begun is no failure to
            // write for
            // Ratis, but something that cannot be: it closes the group and tells nobody.
            Files.move(logOf("n1"), directory.resolve("taken-away"));
            String value = "x".repeat(8_000);
            await("the end of the segment").atMost(PATIENCE).until(() -> {
                SettingPut put = SettingPut.newBuilder()
                        .setKey("x.filler")
                        .setValue(value)
                        .build();
                var unused = node.submitter().submit(Operations.SETTING_PUT, put, Submission.by("test"));
                return !cluster.faultsOf("n1").faults().isEmpty();
            });
            awaitFault(cluster, "n1", ExitCode.FAILED);
        }
    }

    private Path logOf(String id) throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve(id).resolve("raft"))) {
            return files.filter(file -> file.endsWith("current")).findFirst().orElseThrow();
        }
    }
}
