package io.ams.raft.ratis;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;
import org.jspecify.annotations.Nullable;

/** Ratis settings of one node: what the profiles have in common, then the profile, then what the operator adds. Immutable. */
public final class RatisSettings {
    private static final String COMMON = "common";
    private static final int ROOM_IN_MESSAGE = 1 << 20;

    private final SortedMap<String, String> values;

    private RatisSettings(SortedMap<String, String> values) {
        this.values = values;
    }

    /** A setting that is not there, or cannot be as it is. */
    public static final class InvalidSettingException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        InvalidSettingException(String message) {
            super(message);
        }
    }

    /**
     * The settings of a profile, with these on top.
     *
     * @param directory where the profiles are, {@code ratis-conf} of an installation; without it those that this was built with
     * @throws InvalidSettingException if there is no such profile, or a key or a combination that cannot be
     */
    public static RatisSettings ofProfile(String profile, Optional<Path> directory, Map<String, String> overrides) {
        SortedMap<String, String> values = new TreeMap<>(read(directory, COMMON));
        values.putAll(read(directory, profile));
        values.putAll(overrides);
        checkValues(values);
        RatisSettings settings = new RatisSettings(values);
        settings.check();
        return settings;
    }

    private static Map<String, String> read(Optional<Path> directory, String name) {
        try (InputStream in = open(directory, name + ".conf")) {
            if (in == null) {
                throw new InvalidSettingException("there is no profile " + name + "; profiles are fast and steady");
            }
            try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
                Properties properties = new Properties();
                properties.load(reader);
                Map<String, String> values = new TreeMap<>();
                properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
                return values;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable InputStream open(Optional<Path> directory, String file) throws IOException {
        if (directory.isEmpty()) {
            return RatisSettings.class.getResourceAsStream("/ratis-conf/" + file);
        }
        Path path = directory.get().resolve(file);
        return Files.exists(path) ? Files.newInputStream(path) : null;
    }

    private static void checkValues(Map<String, String> values) {
        SortedMap<String, Optional<Object>> known = RatisKeys.all();
        SortedSet<String> unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(known.keySet());
        if (!unknown.isEmpty()) {
            throw new InvalidSettingException("unknown Ratis setting " + String.join(", ", unknown));
        }
        values.forEach((key, value) -> Objects.requireNonNull(known.get(key))
                .flatMap(initial -> RatisKeys.complaint(initial, key, value))
                .ifPresent(why -> {
                    throw new InvalidSettingException("Ratis setting " + key + " cannot be '" + value + "': " + why);
                }));
    }

    private void check() {
        RaftProperties properties = toProperties();
        SizeInBytes entry = RaftServerConfigKeys.Log.Appender.bufferByteLimit(properties);
        SizeInBytes buffer = RaftServerConfigKeys.Log.writeBufferSize(properties);
        SizeInBytes message = GrpcConfigKeys.messageSizeMax(properties, line -> {});
        require(
                entry.getSize() + Long.BYTES <= buffer.getSize(),
                "raft.server.log.appender.buffer.byte-limit must be smaller than raft.server.log.write.buffer.size");
        require(
                entry.getSize() + ROOM_IN_MESSAGE <= message.getSize(),
                "raft.grpc.message.size.max must be 1 MB larger than raft.server.log.appender.buffer.byte-limit");
        TimeDuration min = RaftServerConfigKeys.Rpc.timeoutMin(properties);
        TimeDuration max = RaftServerConfigKeys.Rpc.timeoutMax(properties);
        require(min.compareTo(max) < 0, "raft.server.rpc.timeout.min must be below raft.server.rpc.timeout.max");
        require(
                !RaftServerConfigKeys.Log.asyncFlushEnabled(properties)
                        && !RaftServerConfigKeys.Log.unsafeFlushEnabled(properties),
                "raft.server.log.unsafe-flush.enabled and raft.server.log.async-flush.enabled lose acknowledged writes in a"
                        + " power cut; they must stay off");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidSettingException(otherwise);
        }
    }

    /** The largest entry that can be replicated, in bytes. */
    int maxEntryBytes() {
        return RaftServerConfigKeys.Log.Appender.bufferByteLimit(toProperties()).getSizeInt();
    }

    int maxMessageBytes() {
        return GrpcConfigKeys.messageSizeMax(toProperties(), line -> {}).getSizeInt();
    }

    /** A fresh copy as Ratis takes it. */
    RaftProperties toProperties() {
        RaftProperties properties = new RaftProperties();
        values.forEach(properties::set);
        return properties;
    }
}
