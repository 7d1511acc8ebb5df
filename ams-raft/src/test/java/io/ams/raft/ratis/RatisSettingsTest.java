package io.ams.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatisSettingsTest {
    private static RatisSettings of(String profile, Map<String, String> overrides) {
        return RatisSettings.ofProfile(profile, Optional.empty(), overrides);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "steady"})
    void everyLineOfAProfileIsKnownAndReadsBack(String profile) {
        RaftProperties properties = of(profile, Map.of()).toProperties();
        assertThat(RaftServerConfigKeys.Log.segmentSizeMax(properties)).isEqualTo(SizeInBytes.valueOf("64MB"));
        assertThat(RaftServerConfigKeys.Log.asyncFlushEnabled(properties)).isFalse();
        assertThat(RaftServerConfigKeys.Log.corruptionPolicy(properties))
                .isEqualTo(RaftServerConfigKeys.Log.CorruptionPolicy.EXCEPTION);
    }

    @Test
    void theFastProfileElectsSooner() {
        assertThat(RaftServerConfigKeys.Rpc.timeoutMax(of("fast", Map.of()).toProperties()))
                .isLessThan(RaftServerConfigKeys.Rpc.timeoutMax(
                        of("steady", Map.of()).toProperties()));
    }

    @Test
    void whatTheOperatorAddsGoesOnTop() {
        RatisSettings settings = of(
                "steady",
                Map.of(
                        "raft.server.log.appender.buffer.byte-limit", "4MB",
                        "raft.grpc.message.size.max", "6MB"));
        assertThat(settings.maxEntryBytes()).isEqualTo(4 << 20);
        assertThat(settings.maxMessageBytes()).isEqualTo(6 << 20);
    }

    @Test
    void anInstallationHasItsOwnProfiles(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("common.conf"), "raft.grpc.message.size.max = 32MB\n");
        Files.writeString(directory.resolve("calm.conf"), "raft.server.log.segment.size.maximum = 1MB\n");
        assertThatThrownBy(() -> RatisSettings.ofProfile("calm", Optional.of(directory), Map.of()))
                .hasMessageContaining("raft.server.log.segment.size.maximum");
        Files.writeString(directory.resolve("calm.conf"), "raft.server.log.write.buffer.size = 16MB\n");
        assertThat(RatisSettings.ofProfile("calm", Optional.of(directory), Map.of())
                        .maxMessageBytes())
                .isEqualTo(32 << 20);
        assertThatThrownBy(() -> RatisSettings.ofProfile("steady", Optional.of(directory), Map.of()))
                .as("only its own")
                .hasMessageContaining("steady");
    }

    @Test
    void propertiesAreACopy() {
        RatisSettings settings = of("steady", Map.of());
        settings.toProperties().set("raft.grpc.message.size.max", "1MB");
        assertThat(settings.maxMessageBytes()).isEqualTo(16 << 20);
    }

    @Test
    void anUnknownKeyIsNamed() {
        assertThatThrownBy(() -> of("steady", Map.of("raft.server.log.segment.size.maximum", "64MB")))
                .isInstanceOf(RatisSettings.InvalidSettingException.class)
                .hasMessageContaining("raft.server.log.segment.size.maximum");
    }

    @Test
    void anUnknownProfileIsNamed() {
        assertThatThrownBy(() -> of("quick", Map.of()))
                .isInstanceOf(RatisSettings.InvalidSettingException.class)
                .hasMessageContaining("quick")
                .hasMessageContaining("fast and steady");
    }

    @ParameterizedTest
    @CsvSource({
        "raft.server.log.segment.size.max, large",
        "raft.server.rpc.timeout.min, soon",
        "raft.server.log.async-flush.enabled, flase",
        "raft.server.log.force.sync.num, many",
        "raft.server.snapshot.auto.trigger.threshold, 1.5",
        "raft.server.log.corruption.policy, IGNORE",
        "raft.server.read.option, LINEARISABLE"
    })
    void aValueThatCannotBeReadIsRefusedWithItsKey(String key, String value) {
        assertThatThrownBy(() -> of("steady", Map.of(key, value)))
                .isInstanceOf(RatisSettings.InvalidSettingException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(value);
    }

    @ParameterizedTest
    @CsvSource({
        "raft.server.log.appender.buffer.byte-limit, 16MB, raft.server.log.write.buffer.size",
        "raft.server.log.write.buffer.size, 8MB, raft.server.log.write.buffer.size",
        "raft.grpc.message.size.max, 8MB, raft.server.log.appender.buffer.byte-limit",
        "raft.server.rpc.timeout.min, 1000ms, raft.server.rpc.timeout.max",
        "raft.server.rpc.timeout.max, 500ms, raft.server.rpc.timeout.min",
        "raft.server.log.unsafe-flush.enabled, true, acknowledged writes",
        "raft.server.log.async-flush.enabled, true, acknowledged writes"
    })
    void aCombinationThatCannotBeIsRefusedWithItsKeys(String key, String value, String names) {
        assertThatThrownBy(() -> of("steady", Map.of(key, value)))
                .isInstanceOf(RatisSettings.InvalidSettingException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(names);
    }
}
