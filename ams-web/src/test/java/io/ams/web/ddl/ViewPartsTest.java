package io.ams.web.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.ddl.ShardDraft;
import io.ams.ddl.TargetDraft;
import io.ams.ddl.protocol.Conflict;
import io.ams.proto.DdlClash;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlVerdict;
import io.ams.proto.TargetShape;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ViewPartsTest {
    private static final DdlDecided BLOCKED = DdlDecided.newBuilder()
            .setVerdict(DdlVerdict.VERDICT_BLOCKED)
            .setSeq(3)
            .setConflict(7)
            .setClash(DdlClash.newBuilder().setKind(DdlConflictKind.CONFLICT_BACKFILL))
            .build();

    private static Conflict told(DdlDecided decided, Optional<Conflict> open) {
        DdlMemberRow member = DdlMemberRow.newBuilder().setShard("A").build();
        BindingViews bindings =
                BindingViews.of(TargetDraft.of(TargetShape.getDefaultInstance()), ShardDraft.of(member.getSchema()));
        return Objects.requireNonNull(
                ViewParts.decision(member, decided, bindings, open).conflict());
    }

    private static Conflict open(long id, String kind) {
        return new Conflict(id, "A", 3L, 5L, kind, "c", "", "", "", List.of(), 100L);
    }

    @Test
    void aDecisionTellsTheConflictAsItWasDecided() {
        Conflict told = told(BLOCKED, Optional.of(open(7, "READD")));

        assertThat(told.kind()).isEqualTo("BACKFILL");
        assertThat(told.id()).isEqualTo(7);
        assertThat(told.barrier()).isEqualTo(5);
        assertThat(told.sinceMillis()).isEqualTo(100);
        assertThat(told.verbs()).contains("new-field");
    }

    @Test
    void anotherConflictOfTheShardIsNotTheOneThatWasDecided() {
        Conflict told = told(BLOCKED, Optional.of(open(8, "TYPE")));

        assertThat(told.kind()).isEqualTo("BACKFILL");
        assertThat(told.id()).isEqualTo(7);
        assertThat(told.barrier()).isNull();
        assertThat(told.sinceMillis()).isNull();
    }

    @Test
    void whatWasRejectedLeftNoTrace() {
        Conflict told = told(BLOCKED.toBuilder().clearConflict().build(), Optional.of(open(8, "TYPE")));

        assertThat(told.kind()).isEqualTo("BACKFILL");
        assertThat(told.id()).isNull();
        assertThat(told.verbs()).isEmpty();
    }
}
