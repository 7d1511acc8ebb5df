package io.ams.web.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.EofException;
import org.junit.jupiter.api.Test;

class ClientGoneReasonTest {
    @Test
    void onlyAConnectionThatEndedIsTheClients() {
        assertThat(ClientGone.isGone(new EofException("Broken pipe"))).isTrue();
        assertThat(ClientGone.isGone(new ClosedChannelException())).isTrue();
        assertThat(ClientGone.isGone(new IOException(new TimeoutException("Idle timeout expired"))))
                .isTrue();
        assertThat(ClientGone.isGone(new IOException("written 5 > 3 content-length")))
                .isFalse();
        assertThat(ClientGone.isGone(new IOException(new UncheckedIOException(new IOException("disk")))))
                .isFalse();
    }
}
