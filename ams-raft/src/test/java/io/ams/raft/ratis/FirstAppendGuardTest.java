package io.ams.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.TermIndexProto;
import org.junit.jupiter.api.Test;

class FirstAppendGuardTest {
    private static AppendEntriesRequestProto.Builder append(int entries, long leaderCommit) {
        AppendEntriesRequestProto.Builder append =
                AppendEntriesRequestProto.newBuilder().setLeaderTerm(3).setLeaderCommit(leaderCommit);
        for (int i = 0; i < entries; i++) {
            append.addEntries(LogEntryProto.newBuilder().setTerm(3).setIndex(i));
        }
        return append;
    }

    @Test
    void aHeartbeatBeforeTheFirstEntryVouchesForNothing() {
        AppendEntriesRequestProto heartbeat = append(0, 700).build();
        assertThat(FirstAppendGuard.guard(heartbeat).getLeaderCommit()).isEqualTo(-1);
    }

    @Test
    void theFirstEntriesVouchForThemselvesOnly() {
        AppendEntriesRequestProto first = append(3, 700).build();
        AppendEntriesRequestProto guarded = FirstAppendGuard.guard(first);
        assertThat(guarded.getLeaderCommit()).isEqualTo(2);
        assertThat(guarded.getEntriesList()).isEqualTo(first.getEntriesList());
        assertThat(guarded.getLeaderTerm()).isEqualTo(3);
    }

    @Test
    void whatIsVouchedForStays() {
        AppendEntriesRequestProto less = append(3, 1).build();
        assertThat(FirstAppendGuard.guard(less)).isSameAs(less);
        AppendEntriesRequestProto later = append(0, 700)
                .setPreviousLog(TermIndexProto.newBuilder().setIndex(9))
                .build();
        assertThat(FirstAppendGuard.guard(later)).isSameAs(later);
    }
}
