package io.ams.raft.ratis;

import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/**
 * The keys that Ratis reads, and what kind of value each takes, from Ratis' own constants: {@code X_KEY} names the key, and the
 * type of {@code X_DEFAULT} the kind. Ratis itself looks at most values only when it needs them, and takes a word that is neither
 * true nor false for the default.
 */
final class RatisKeys {
    private static final String KEY = "_KEY";

    private RatisKeys() {}

    /** Every key, with its default where Ratis has a constant for it. */
    static SortedMap<String, Optional<Object>> all() {
        SortedMap<String, Optional<Object>> keys = new TreeMap<>();
        Deque<Class<?>> left = new ArrayDeque<>(List.of(
                RaftConfigKeys.class, RaftServerConfigKeys.class, RaftClientConfigKeys.class, GrpcConfigKeys.class));
        while (!left.isEmpty()) {
            Class<?> holder = left.remove();
            left.addAll(List.of(holder.getDeclaredClasses()));
            Map<String, Field> fields = Arrays.stream(holder.getDeclaredFields())
                    .collect(Collectors.toMap(Field::getName, field -> field, (a, b) -> a, TreeMap::new));
            fields.forEach((name, field) -> {
                if (name.endsWith(KEY) && field.getType() == String.class) {
                    String defaultName = name.substring(0, name.length() - KEY.length()) + "_DEFAULT";
                    Field initial = fields.get(defaultName);
                    keys.put(
                            String.valueOf(read(field)),
                            Optional.ofNullable(initial).map(RatisKeys::read));
                }
            });
        }
        return keys;
    }

    private static Object read(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a constant of Ratis cannot be read: " + field, e);
        }
    }

    /** What is wrong with the value, if anything is. */
    static Optional<String> complaint(Object initial, String key, String value) {
        RaftProperties one = new RaftProperties();
        one.set(key, value);
        try {
            if (initial instanceof Boolean) {
                return value.matches("true|false") ? Optional.empty() : Optional.of("it must be true or false");
            } else if (initial instanceof SizeInBytes) {
                one.getSizeInBytes(key, SizeInBytes.ONE_KB);
            } else if (initial instanceof TimeDuration) {
                one.getTimeDuration(key, TimeDuration.ZERO, TimeUnit.MILLISECONDS);
            } else if (initial instanceof Integer) {
                one.getInt(key, 0);
            } else if (initial instanceof Long) {
                one.getLong(key, 0L);
            } else if (initial instanceof Double) {
                one.getDouble(key, 0);
            } else if (initial instanceof Enum<?> constant) {
                return enumComplaint(constant, value);
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> enumComplaint(Enum<?> initial, String value) {
        List<String> names = Arrays.stream(initial.getDeclaringClass().getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name())
                .toList();
        return names.contains(value) ? Optional.empty() : Optional.of("it must be one of " + String.join(", ", names));
    }
}
