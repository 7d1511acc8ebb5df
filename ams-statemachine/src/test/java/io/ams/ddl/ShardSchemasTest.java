package io.ams.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.ColumnDefault;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ShardSchemasTest {
    /** Half a character is not stored as it is, so a node that read the row again would tell something else. */
    @Test
    void aComplaintQuotesTheBeginningOfALongDefaultAndNeverHalfACharacter() {
        ColumnDefault smiles = ColumnDefault.newBuilder()
                .setLiteral("x" + "\uD83D\uDE00".repeat(100))
                .build();

        String complaint = ShardSchemas.defaultOf(ColumnType.of(ColumnType.Kind.INT), smiles, "c")
                .fold(valid -> "valid", invalid -> invalid);

        assertThat(complaint).contains("'x\uD83D\uDE00").contains("...");
        assertThat(new String(complaint.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .isEqualTo(complaint);
    }
}
