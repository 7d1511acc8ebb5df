package io.ams.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.ams.apply.Applier;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.proto.Command;
import io.ams.store.MemoryStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What earlier releases wrote into the log reads back as it was meant, and gives the state it gave. The files are kept for good;
 * {@code -Dgolden.update=true} writes those of new operations, and is for nothing else once a release has written logs.
 */
class GoldenTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");
    private static final boolean UPDATE = Boolean.getBoolean("golden.update");
    private static final int LOG_LENGTH = 1_000;
    private static final long LOG_SEED = 1;

    static List<Operation<?, ?>> operations() {
        return Operations.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void theGoldenEncodingOfEachOperationReadsBackAsItWasMeant(Operation<?, ?> operation) throws IOException {
        Path file = GOLDEN.resolve("commands").resolve(operation.name() + ".hex");
        Command example = example(operation);
        if (UPDATE) {
            Files.createDirectories(GOLDEN.resolve("commands"));
            Files.writeString(file, HexFormat.of().formatHex(example.toByteArray()) + "\n");
        }
        assertThat(file)
                .as("golden encoding; write it with -Dgolden.update=true")
                .exists();
        byte[] golden = HexFormat.of().parseHex(Files.readString(file).strip());

        Command read = Command.parseFrom(golden);

        assertThat(new Operations().of(read)).isSameAs(operation);
        assertThat(read.toByteArray()).isEqualTo(golden);
        assertAsMeant(read, example);
    }

    /** Every field of an operation, and the header's, but no other body. */
    private static Command example(Operation<?, ?> operation) {
        FieldDescriptor body =
                Command.getDescriptor().findFieldByNumber(operation.body().getNumber());
        Command.Builder example = Command.newBuilder();
        for (FieldDescriptor field : Command.getDescriptor().getFields()) {
            if (field.getContainingOneof() == null || field.equals(body)) {
                example.setField(field, FilledMessages.value(example, field));
            }
        }
        return example.build();
    }

    /** Fields that were added since are not in the golden one; those that are have the value of their name. */
    private static void assertAsMeant(Message read, Message example) {
        assertThat(read.getUnknownFields().asMap())
                .as("unknown fields of %s", read.getDescriptorForType().getName())
                .isEmpty();
        for (Map.Entry<FieldDescriptor, Object> field : read.getAllFields().entrySet()) {
            Object expected = example.getField(field.getKey());
            if (field.getValue() instanceof Message message) {
                assertAsMeant(message, (Message) expected);
            } else if (field.getKey().getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                assertAsMeant((Message) read.getRepeatedField(field.getKey(), 0), (Message)
                        example.getRepeatedField(field.getKey(), 0));
            } else if (field.getKey().getJavaType() != FieldDescriptor.JavaType.ENUM) {
                assertThat(field.getValue()).as("%s", field.getKey()).isEqualTo(expected);
            }
        }
    }

    @Test
    void theGoldenLogGivesTheGoldenDigest() throws IOException {
        Path log = GOLDEN.resolve("log-1.bin");
        Path digest = GOLDEN.resolve("log-1.digest");
        if (UPDATE) {
            LogCut made = LogCut.of(HistoryGenerator.ofAll(LOG_SEED).history(LOG_LENGTH), 6, 2);
            Files.createDirectories(GOLDEN);
            Files.write(log, made.toBytes());
            Files.write(digest, (digestOf(made) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        assertThat(log).as("golden log; write it with -Dgolden.update=true").exists();
        LogCut read = LogCut.parse(Files.readAllBytes(log));

        assertThat(digestOf(read)).isEqualTo(Files.readString(digest).strip());
        assertThat(read.toBytes()).isEqualTo(Files.readAllBytes(log));
    }

    private static String digestOf(LogCut log) {
        MemoryStore store = new MemoryStore();
        log.applyTo(new Applier(store, new Operations(), List.of()), 1);
        return store.applied().digest().hex();
    }

    @Test
    void historiesHaveEveryOperation() {
        assertThat(HistoryGenerator.operations()).containsExactlyInAnyOrderElementsOf(Operations.all());
    }
}
