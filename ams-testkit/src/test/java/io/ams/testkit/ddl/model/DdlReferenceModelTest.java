package io.ams.testkit.ddl.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.MessageLite;
import io.ams.proto.DdlAcknowledge;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlDropPolicy;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlLeave;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlResolve;
import io.ams.raft.Reply;
import io.ams.testkit.SoloReplica;
import io.ams.testkit.ddl.DdlDriver;
import io.ams.testkit.ddl.Replicas;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of shard DDL and their second reading agree on every command. */
class DdlReferenceModelTest {
    private static final int LENGTH = 2_000;
    private static final int PICTURE_EVERY = 25;
    private static final List<DdlMode> MODES =
            List.of(DdlMode.OPTIMISTIC, DdlMode.PESSIMISTIC, DdlMode.STRICT_OPTIMISTIC);
    private static final String GROUP = "g";

    static LongStream seeds() {
        return LongStream.range(1, 19);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theRulesAndTheirSecondReadingAgreeOnEveryCommand(long seed) {
        run(seed, new TreeSet<>());
    }

    @Test
    void theHistoriesGetEverywhere() {
        Set<String> heard = new TreeSet<>();
        LongStream.range(1, 7).forEach(seed -> run(seed, heard));

        assertThat(heard)
                .contains("APPLIED", "WAITING", "QUEUED", "BLOCKED", "REJECTED", "SUPERSEDED")
                .contains("TYPE", "BACKFILL", "READD", "NAME_COLLISION", "NONDETERMINISTIC_DEFAULT")
                .contains("IDENTIFIER", "UNFIT", "MISMATCH")
                .contains("VERB_SKIP", "VERB_NEW_FIELD", "VERB_REPLACE", "VERB_SET_SCHEMA", "VERB_DETACH")
                .contains("EXECUTE", "SKIP", "DEFER", "RETAIN", "NO_OP", "IGNORED")
                .contains("DDL_SEQ_GAP", "DDL_SEQ_MISMATCH", "DDL_SEQ_ACKNOWLEDGED", "DDL_RESYNC_REQUIRED")
                .contains("DDL_CHANGE_INVALID", "DDL_JOIN_CONFLICT", "DDL_MEMBER_EXISTS", "DDL_VERB_REFUSED");
    }

    private static void run(long seed, Set<String> heard) {
        DdlMode mode = MODES.get((int) (seed % MODES.size()));
        int format = seed % 2 == 0 ? 2 : 3;
        boolean retain = seed % 5 == 0;
        SoloReplica replica = Replicas.solo();
        DdlDriver driver = new DdlDriver(() -> replica);
        DdlPolicies policies = DdlPolicies.newBuilder()
                .setDrop(retain ? DdlDropPolicy.DROP_RETAIN : DdlDropPolicy.DROP_DELETE)
                .build();
        driver.createGroup(GROUP, mode, policies, DdlDriver.emptyShape(format));
        DdlReferenceModel model = new DdlReferenceModel(mode, retain, format);
        ModelCommands commands = new ModelCommands(new SplittableRandom(seed), GROUP);
        for (int i = 0; i < LENGTH; i++) {
            MessageLite command = commands.next(model);
            ModelAnswer expected = model.apply(command);
            ModelAnswer said = send(driver, command)
                    .fold(accepted -> ModelAnswer.of(accepted.result()), failed -> ModelAnswer.refused(failed.code()));
            assertThat(said).as("seed %s, command %s: %s", seed, i, command).isEqualTo(expected);
            if (i % PICTURE_EVERY == 0 || i == LENGTH - 1) {
                List<String> picture = driver.read(view -> DdlPicture.of(view, GROUP));
                assertThat(picture)
                        .as("seed %s, after command %s: %s", seed, i, command)
                        .isEqualTo(model.picture());
                picture.forEach(line ->
                        heard.addAll(List.of(line.replace("CONFLICT_", "").split("\\W+", -1))));
            }
            heard.addAll(List.of(said.said().replace("!", "").split(" ", -1)));
            if (command instanceof DdlResolve resolve) {
                heard.add(resolve.getVerb().name());
            }
        }
    }

    private static Reply<DdlDecided> send(DdlDriver driver, MessageLite command) {
        if (command instanceof DdlJoin join) {
            return driver.join(join);
        } else if (command instanceof DdlAnnounce announce) {
            return driver.announce(announce);
        } else if (command instanceof DdlAcknowledge acknowledge) {
            return driver.acknowledge(acknowledge.getGroup(), acknowledge.getShard(), acknowledge.getSeq());
        } else if (command instanceof DdlLeave leave) {
            return driver.leave(leave.getGroup(), leave.getShard());
        }
        return driver.resolve((DdlResolve) command);
    }
}
