package io.ams.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.AddColumn;
import io.ams.proto.BatchOutcome;
import io.ams.proto.Command;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlDecided;
import io.ams.proto.Outcome;
import io.ams.proto.Refusal;
import io.ams.proto.SchemaChange;
import io.ams.proto.SettingPut;
import io.ams.proto.SettingStored;
import io.ams.proto.ShardColumn;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RatisSubmitterTest {
    private static final int MAX_BYTES = 2_000;

    private final ScriptedLog log = new ScriptedLog();
    private final WriteLoop loop =
            new WriteLoop("n1", 1, log, Clock.systemUTC(), System::nanoTime, Runnable::run, Runnable::run);
    private final RatisSubmitter submitter = new RatisSubmitter(loop, MAX_BYTES, TimeUnit.MINUTES.toNanos(1));

    @BeforeEach
    void start() {
        log.watch(loop);
        loop.start();
    }

    @AfterEach
    void stop() {
        loop.close();
    }

    private CompletableFuture<Reply<SettingStored>> put(String value, Submission submission) {
        return submitter
                .submit(
                        Operations.SETTING_PUT,
                        SettingPut.newBuilder().setKey("x.a").setValue(value).build(),
                        submission)
                .toCompletableFuture();
    }

    private Reply<SettingStored> answered(Outcome outcome) {
        CompletableFuture<Reply<SettingStored>> reply = put("v", Submission.by("me"));
        log.nextProposal()
                .answer(4, BatchOutcome.newBuilder().addOutcomes(outcome).build());
        return reply.join();
    }

    @Test
    void theCommandCarriesTheHeaderAndTheBody() {
        var unused = put(
                "v",
                Submission.by("me")
                        .withKey("key", ByteString.copyFromUtf8("hash"))
                        .forgettingRefusal()
                        .inTerm(9));
        assertThat(log.nextProposal().onlyBatch().getCommands(0))
                .isEqualTo(Command.newBuilder()
                        .setActor("me")
                        .setRequestId("key")
                        .setRequestHash(ByteString.copyFromUtf8("hash"))
                        .setForgetRefusal(true)
                        .setExpectedTerm(9)
                        .setSettingPut(SettingPut.newBuilder().setKey("x.a").setValue("v"))
                        .build());
    }

    @Test
    void anAcceptedOutcomeIsATypedAnswer() {
        SettingStored stored = SettingStored.newBuilder().setVersion(3).build();
        assertThat(answered(Outcome.newBuilder()
                        .setIndex(2)
                        .setReplayed(true)
                        .setAccepted(stored.toByteString())
                        .build()))
                .isEqualTo(new Reply.Accepted<>(stored, 2, true));
    }

    @Test
    void aRefusalIsAnAnswerWithItsCode() {
        assertThat(answered(refused(ErrorCode.SETTING_INVALID.wireId())))
                .isEqualTo(new Reply.Failed<>(ErrorCode.SETTING_INVALID, "why", 4));
    }

    @Test
    void aCodeOfANewerReleaseIsStillARefusal() {
        assertThat(answered(refused(999_999))).isEqualTo(new Reply.Failed<>(ErrorCode.UNSUPPORTED, "why", 4));
    }

    private static Outcome refused(int code) {
        return Outcome.newBuilder()
                .setIndex(4)
                .setRefused(Refusal.newBuilder().setCode(code).setDetail("why"))
                .build();
    }

    @Test
    void aCommandThatIsTooLargeNeverReachesTheLoop() {
        Reply<SettingStored> reply =
                put("v".repeat(MAX_BYTES), Submission.by("me")).join();
        assertThat(reply.failedWith(ErrorCode.TOO_LARGE)).isTrue();
        log.letLook();
        assertThat(log.untaken()).isZero();

        var unused = put("v".repeat(MAX_BYTES - 100), Submission.by("me"));
        assertThat(log.nextProposal().onlyBatch().getCommandsCount()).isEqualTo(1);
    }

    @Test
    void aCommandThatCouldNotBeReadAgainNeverReachesTheLoop() {
        assertThat(announce(95).join().failedWith(ErrorCode.BAD_REQUEST)).isTrue();
        log.letLook();
        assertThat(log.untaken()).isZero();

        var unused = announce(50);
        assertThat(log.nextProposal().onlyBatch().getCommandsCount()).isEqualTo(1);
    }

    private CompletableFuture<Reply<DdlDecided>> announce(int depth) {
        ShardColumn column =
                ShardColumn.newBuilder().setName("leaf").setType("int").build();
        for (int i = 0; i < depth; i++) {
            column = ShardColumn.newBuilder()
                    .setName("s")
                    .setType("struct")
                    .addChildren(column)
                    .build();
        }
        SchemaChange add = SchemaChange.newBuilder()
                .setAdd(AddColumn.newBuilder().setColumn(column))
                .build();
        return submitter
                .submit(
                        Operations.DDL_ANNOUNCE,
                        DdlAnnounce.newBuilder().addChanges(add).build(),
                        Submission.by("me"))
                .toCompletableFuture();
    }
}
