package io.ams.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ams.op.ErrorCode;
import org.junit.jupiter.api.Test;

class ReplyTest {
    private final Reply<String> accepted = new Reply.Accepted<>("done", 4, false);
    private final Reply<String> failed = Reply.failed(ErrorCode.NO_LEADER, "try again");

    @Test
    void anAcceptedReplyIsItsResult() {
        assertThat(accepted.isAccepted()).isTrue();
        assertThat(accepted.orThrow()).isEqualTo("done");
        assertThat(accepted.failedWith(ErrorCode.NO_LEADER)).isFalse();
    }

    @Test
    void aFailedReplyKeepsItsCodeWhenThrown() {
        assertThat(failed.isAccepted()).isFalse();
        assertThat(failed.failedWith(ErrorCode.NO_LEADER)).isTrue();
        assertThat(failed.failedWith(ErrorCode.OUTCOME_UNKNOWN)).isFalse();
        assertThatThrownBy(failed::orThrow).isInstanceOfSatisfying(AmsException.class, thrown -> {
            assertThat(thrown.code()).isEqualTo(ErrorCode.NO_LEADER);
            assertThat(thrown.detail()).isEqualTo("try again");
        });
    }

    @Test
    void aFailureBeforeTheLogHasNoIndex() {
        assertThat(failed).isEqualTo(new Reply.Failed<>(ErrorCode.NO_LEADER, "try again", 0));
    }
}
