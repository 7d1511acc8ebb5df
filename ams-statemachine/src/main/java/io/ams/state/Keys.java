package io.ams.state;

import java.util.List;

/** The keys of the columns, and how each is written. The layouts are permanent. */
public final class Keys {
    private Keys() {}

    /** The key of a column that has one row. */
    public record Single() {
        public static final Single KEY = new Single();
        static final KeyCodec<Single> CODEC = KeyCodec.of((key, out) -> {}, in -> KEY);
    }

    /** One text: a node id, a setting's key, a table's uuid. */
    static final KeyCodec<String> TEXT = KeyCodec.of((key, out) -> out.text(key), KeyReader::text);

    /** One number that fits an int: a bucket. */
    static final KeyCodec<Integer> NUMBER =
            KeyCodec.of((key, out) -> out.number(key), in -> Math.toIntExact(in.number()));

    /** A slot in the ring of a submitter's recent batches. */
    public record SlotKey(String origin, int slot) {
        static final KeyCodec<SlotKey> CODEC = KeyCodec.of(
                (key, out) -> out.text(key.origin).number(key.slot),
                in -> new SlotKey(in.text(), Math.toIntExact(in.number())));
    }

    /** Something with a time, ordered by it. */
    public record TimedKey(long timeMillis, String id) {
        static final KeyCodec<TimedKey> CODEC = KeyCodec.of(
                (key, out) -> out.number(key.timeMillis).text(key.id), in -> new TimedKey(in.number(), in.text()));
    }

    /**
     * A namespace. Written as catalog, depth, joined levels, so that the children of one namespace lie side by side.
     */
    public record NamespaceKey(String catalog, List<String> levels) {
        static final KeyCodec<NamespaceKey> CODEC = KeyCodec.of(
                (key, out) -> out.text(key.catalog).number(key.levels.size()).text(Levels.join(key.levels)), in -> {
                    String catalog = in.text();
                    int depth = Math.toIntExact(in.number());
                    String joined = in.text();
                    return new NamespaceKey(catalog, depth == 0 ? List.of() : Levels.split(joined));
                });

        public NamespaceKey {
            levels = List.copyOf(levels);
        }

        /** The namespaces directly inside; for the empty list of levels those at the top. */
        public static KeyRange childrenOf(String catalog, List<String> levels) {
            return KeyRange.prefix(out -> {
                out.text(catalog).number(levels.size() + 1L);
                if (!levels.isEmpty()) {
                    out.openText(Levels.join(levels) + Levels.SEPARATOR);
                }
            });
        }
    }

    /** A name of a table or view. */
    public record NameKey(String catalog, List<String> levels, String name) {
        static final KeyCodec<NameKey> CODEC = KeyCodec.of(
                (key, out) ->
                        out.text(key.catalog).text(Levels.join(key.levels)).text(key.name),
                in -> new NameKey(in.text(), Levels.split(in.text()), in.text()));

        public NameKey {
            levels = List.copyOf(levels);
        }

        /** The names in one namespace. */
        public static KeyRange in(String catalog, List<String> levels) {
            return KeyRange.prefix(out -> out.text(catalog).text(Levels.join(levels)));
        }
    }

    /** A table in its bucket. */
    public record BucketTableKey(int bucket, String tableUuid) {
        static final KeyCodec<BucketTableKey> CODEC = KeyCodec.of(
                (key, out) -> out.number(key.bucket).text(key.tableUuid),
                in -> new BucketTableKey(Math.toIntExact(in.number()), in.text()));

        /** The tables of one bucket. */
        public static KeyRange in(int bucket) {
            return KeyRange.prefix(out -> out.number(bucket));
        }
    }

    /** A process of a table; process ids sort by time. */
    public record ProcessKey(String tableUuid, String processId) {
        static final KeyCodec<ProcessKey> CODEC = KeyCodec.of(
                (key, out) -> out.text(key.tableUuid).text(key.processId), in -> new ProcessKey(in.text(), in.text()));

        /** The processes of one table, oldest first. */
        public static KeyRange of(String tableUuid) {
            return KeyRange.prefix(out -> out.text(tableUuid));
        }
    }

    /** A task of a process. */
    public record TaskKey(String processId, int number) {
        static final KeyCodec<TaskKey> CODEC = KeyCodec.of(
                (key, out) -> out.text(key.processId).number(key.number),
                in -> new TaskKey(in.text(), Math.toIntExact(in.number())));

        /** The tasks of one process. */
        public static KeyRange of(String processId) {
            return KeyRange.prefix(out -> out.text(processId));
        }
    }

    /** A waiting task in the queue of its group, oldest process first. */
    public record QueueKey(String group, long timeMillis, String processId, int number) {
        static final KeyCodec<QueueKey> CODEC = KeyCodec.of(
                (key, out) -> out.text(key.group)
                        .number(key.timeMillis)
                        .text(key.processId)
                        .number(key.number),
                in -> new QueueKey(in.text(), in.number(), in.text(), Math.toIntExact(in.number())));

        /** The queue of one group. */
        public static KeyRange of(String group) {
            return KeyRange.prefix(out -> out.text(group));
        }
    }

    /** A leased task under its worker. */
    public record LeaseKey(String worker, String processId, int number) {
        static final KeyCodec<LeaseKey> CODEC = KeyCodec.of(
                (key, out) -> out.text(key.worker).text(key.processId).number(key.number),
                in -> new LeaseKey(in.text(), in.text(), Math.toIntExact(in.number())));

        /** What one worker has leased. */
        public static KeyRange of(String worker) {
            return KeyRange.prefix(out -> out.text(worker));
        }
    }

    /** A shard in its group. */
    public record ShardKey(String group, String shard) {
        static final KeyCodec<ShardKey> CODEC = KeyCodec.of(
                (key, out) -> out.text(key.group).text(key.shard), in -> new ShardKey(in.text(), in.text()));

        /** The shards of one group. */
        public static KeyRange of(String group) {
            return KeyRange.prefix(out -> out.text(group));
        }
    }

    /** An announcement of a shard, by its sequence number. */
    public record AnnouncementKey(String group, String shard, long seq) {
        static final KeyCodec<AnnouncementKey> CODEC = KeyCodec.of(
                (key, out) -> out.text(key.group).text(key.shard).number(key.seq),
                in -> new AnnouncementKey(in.text(), in.text(), in.number()));

        /** Those of one shard, in order. */
        public static KeyRange of(String group, String shard) {
            return KeyRange.prefix(out -> out.text(group).text(shard));
        }

        /** Those of one group. */
        public static KeyRange of(String group) {
            return KeyRange.prefix(out -> out.text(group));
        }
    }

    /** Something numbered within a group of shards: a barrier, a conflict, an event. */
    public record GroupNumberKey(String group, long number) {
        static final KeyCodec<GroupNumberKey> CODEC = KeyCodec.of(
                (key, out) -> out.text(key.group).number(key.number), in -> new GroupNumberKey(in.text(), in.number()));

        /** Those of one group, in order. */
        public static KeyRange of(String group) {
            return KeyRange.prefix(out -> out.text(group));
        }
    }
}
