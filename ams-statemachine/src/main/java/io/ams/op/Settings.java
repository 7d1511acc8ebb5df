package io.ams.op;

import io.ams.proto.SettingRow;
import io.ams.state.Columns;
import io.ams.state.View;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The replicated settings: their keys, what they may hold, and what holds while they are not set. */
public enum Settings {
    /** {@code balanced}: every active node owns its share of the buckets. {@code leader}: the leader owns them all. */
    OWNERSHIP_MODE("ownership.mode", "balanced", "balanced|leader"),

    /** Milliseconds without a sign of life after which a node's buckets go to others. */
    NODE_DEAD_AFTER("node.dead-after-millis", "3000", "[1-9][0-9]{0,14}"),

    /** Milliseconds a worker may be silent before its tasks are given to others. */
    WORKER_LOST_AFTER("worker.lost-after-millis", "10000", "[1-9][0-9]{0,14}"),

    /** How often a task may fail before its process is given up. */
    TASK_MAX_FAILURES("task.max-failures", "3", "[1-9][0-9]{0,14}"),

    /** Milliseconds that a dropped table can be brought back. */
    DROPPED_RETENTION("table.dropped-retention-millis", "604800000", "[1-9][0-9]{0,14}"),

    /** Whether owners start upkeep by themselves. */
    UPKEEP_ENABLED("upkeep.enabled", "true", "true|false"),

    /** The mode of groups of shards that are created without one. */
    DDL_DEFAULT_MODE("ddl.default-mode", "optimistic", "pessimistic|optimistic|strict-optimistic");

    /** Keys that begin so are the users' own: kept, never read by AMS. */
    public static final String FREE_PREFIX = "x.";

    private static final int MAX_KEY = 256;
    private static final int LONGEST_SHOWN = 80;
    private static final int MAX_VALUE = 64 * 1024;

    private final String key;
    private final String initial;
    /** A regular expression: what the value must be. */
    private final String accepted;

    Settings(String key, String initial, String accepted) {
        this.key = key;
        this.initial = initial;
        this.accepted = accepted;
    }

    public String key() {
        return key;
    }

    /** What holds while nothing is set. */
    public String initial() {
        return initial;
    }

    /** The value that stands. */
    public String in(View view) {
        return view.get(Columns.SETTINGS, key).map(SettingRow::getValue).orElse(initial);
    }

    /** The value that stands, as a number. */
    public long numberIn(View view) {
        return Long.parseLong(in(view));
    }

    static boolean isKnown(String key) {
        return key.length() <= MAX_KEY && (key.startsWith(FREE_PREFIX) || of(key).isPresent());
    }

    static boolean accepts(String key, String value) {
        return value.length() <= MAX_VALUE
                && of(key).map(setting -> value.matches(setting.accepted)).orElse(true);
    }

    static String unknown(String key) {
        String known = Arrays.stream(values()).map(Settings::key).collect(Collectors.joining(", "));
        return "there is no setting " + key + "; settings are " + known + ", and your own begin with " + FREE_PREFIX
                + " (at most " + MAX_KEY + " characters)";
    }

    static String invalid(String key, String value) {
        String shown = value.codePointCount(0, value.length()) > LONGEST_SHOWN
                ? value.substring(0, value.offsetByCodePoints(0, LONGEST_SHOWN)) + "..."
                : value;
        return "setting " + key + " cannot be '" + shown + "'";
    }

    private static Optional<Settings> of(String key) {
        return Arrays.stream(values())
                .filter(setting -> setting.key.equals(key))
                .findFirst();
    }
}
