package io.ams.state;

import com.google.protobuf.MessageLite;
import io.ams.proto.ActiveProcessRow;
import io.ams.proto.AppliedRow;
import io.ams.proto.BucketRow;
import io.ams.proto.CatalogRow;
import io.ams.proto.ClusterRow;
import io.ams.proto.DdlBarrierRow;
import io.ams.proto.DdlConflictRow;
import io.ams.proto.DdlDecisionRow;
import io.ams.proto.DdlEventRow;
import io.ams.proto.DdlGroupRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlPastRow;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlTargetRow;
import io.ams.proto.DroppedRow;
import io.ams.proto.GroupRow;
import io.ams.proto.LocationRow;
import io.ams.proto.MarkRow;
import io.ams.proto.NameRow;
import io.ams.proto.NamespaceRow;
import io.ams.proto.NodeRow;
import io.ams.proto.ProcessRow;
import io.ams.proto.PurgeRow;
import io.ams.proto.QueueRow;
import io.ams.proto.RequestRow;
import io.ams.proto.SettingRow;
import io.ams.proto.SubmitterSlotRow;
import io.ams.proto.TableRow;
import io.ams.proto.TaskRow;
import io.ams.proto.WorkerRow;
import java.util.List;

/**
 * The whole schema of the replicated state. No other file knows a column; ids and names are permanent, a retired one is never
 * used again.
 */
public final class Columns {
    private Columns() {}

    /** Applied position and digest; written with every entry, itself outside the digest. */
    public static final Column<Keys.Single, AppliedRow> APPLIED =
            new Column<>(1, "applied", Keys.Single.CODEC, AppliedRow.parser());

    /** Identity of the cluster, bucket count, feature level. */
    public static final Column<Keys.Single, ClusterRow> CLUSTER =
            new Column<>(2, "cluster", Keys.Single.CODEC, ClusterRow.parser());

    /** Replicated settings by key. */
    public static final Column<String, SettingRow> SETTINGS =
            new Column<>(3, "settings", Keys.TEXT, SettingRow.parser());

    /** Nodes by id. */
    public static final Column<String, NodeRow> NODES = new Column<>(4, "nodes", Keys.TEXT, NodeRow.parser());

    /** Recent batches of each submitter, a ring: what makes a batch apply at most once. */
    public static final Column<Keys.SlotKey, SubmitterSlotRow> SUBMITTERS =
            new Column<>(5, "submitters", Keys.SlotKey.CODEC, SubmitterSlotRow.parser());

    /** Outcomes by idempotency key. */
    public static final Column<String, RequestRow> REQUESTS =
            new Column<>(6, "requests", Keys.TEXT, RequestRow.parser());

    /** The same keys by time, to forget the old ones. */
    public static final Column<Keys.TimedKey, MarkRow> REQUESTS_BY_TIME =
            new Column<>(7, "requests_by_time", Keys.TimedKey.CODEC, MarkRow.parser());

    /** Buckets by number: owner and epoch. */
    public static final Column<Integer, BucketRow> BUCKETS =
            new Column<>(8, "buckets", Keys.NUMBER, BucketRow.parser());

    public static final Column<String, CatalogRow> CATALOGS =
            new Column<>(9, "catalogs", Keys.TEXT, CatalogRow.parser());

    public static final Column<Keys.NamespaceKey, NamespaceRow> NAMESPACES =
            new Column<>(10, "namespaces", Keys.NamespaceKey.CODEC, NamespaceRow.parser());

    /** Names of tables and views: one name space for both. */
    public static final Column<Keys.NameKey, NameRow> NAMES =
            new Column<>(11, "names", Keys.NameKey.CODEC, NameRow.parser());

    /** Tables by uuid. */
    public static final Column<String, TableRow> TABLES = new Column<>(12, "tables", Keys.TEXT, TableRow.parser());

    /** Tables by bucket. */
    public static final Column<Keys.BucketTableKey, MarkRow> BUCKET_TABLES =
            new Column<>(13, "bucket_tables", Keys.BucketTableKey.CODEC, MarkRow.parser());

    /** Dropped tables that can be brought back, by uuid. */
    public static final Column<String, DroppedRow> DROPPED =
            new Column<>(14, "dropped", Keys.TEXT, DroppedRow.parser());

    /** Locations, normalised with a trailing slash, and who they belong to. */
    public static final Column<String, LocationRow> LOCATIONS =
            new Column<>(15, "locations", Keys.TEXT, LocationRow.parser());

    /** Files still to be deleted, by uuid of the table they belonged to. */
    public static final Column<String, PurgeRow> PURGES = new Column<>(16, "purges", Keys.TEXT, PurgeRow.parser());

    /** Optimizer groups by name. */
    public static final Column<String, GroupRow> GROUPS = new Column<>(17, "groups", Keys.TEXT, GroupRow.parser());

    /** Registered workers by id. */
    public static final Column<String, WorkerRow> WORKERS = new Column<>(18, "workers", Keys.TEXT, WorkerRow.parser());

    /** Upkeep processes, running and past, by table. */
    public static final Column<Keys.ProcessKey, ProcessRow> PROCESSES =
            new Column<>(19, "processes", Keys.ProcessKey.CODEC, ProcessRow.parser());

    /** Tasks of processes that have not ended. */
    public static final Column<Keys.TaskKey, TaskRow> TASKS =
            new Column<>(20, "tasks", Keys.TaskKey.CODEC, TaskRow.parser());

    /** Waiting tasks, oldest process first. */
    public static final Column<Keys.QueueKey, QueueRow> QUEUE =
            new Column<>(21, "queue", Keys.QueueKey.CODEC, QueueRow.parser());

    /** Leased tasks by worker. */
    public static final Column<Keys.LeaseKey, MarkRow> LEASES =
            new Column<>(22, "leases", Keys.LeaseKey.CODEC, MarkRow.parser());

    /** Processes that have not ended, by process id. */
    public static final Column<String, ActiveProcessRow> ACTIVE_PROCESSES =
            new Column<>(23, "active_processes", Keys.TEXT, ActiveProcessRow.parser());

    /** Groups of shards that feed one table, by name. */
    public static final Column<String, DdlGroupRow> DDL_GROUPS =
            new Column<>(24, "ddl_groups", Keys.TEXT, DdlGroupRow.parser());

    /** The tables they feed, by uuid. */
    public static final Column<String, DdlTargetRow> DDL_TARGETS =
            new Column<>(25, "ddl_targets", Keys.TEXT, DdlTargetRow.parser());

    /** Shards, those that left too, by group. */
    public static final Column<Keys.ShardKey, DdlMemberRow> DDL_MEMBERS =
            new Column<>(26, "ddl_members", Keys.ShardKey.CODEC, DdlMemberRow.parser());

    /** Announcements that are not decided. */
    public static final Column<Keys.AnnouncementKey, DdlPendingRow> DDL_PENDING =
            new Column<>(27, "ddl_pending", Keys.AnnouncementKey.CODEC, DdlPendingRow.parser());

    /** Announcements that are decided and not acknowledged. */
    public static final Column<Keys.AnnouncementKey, DdlDecisionRow> DDL_DECISIONS =
            new Column<>(28, "ddl_decisions", Keys.AnnouncementKey.CODEC, DdlDecisionRow.parser());

    /** Changes that wait for every shard, in the order in which they will be made. */
    public static final Column<Keys.GroupNumberKey, DdlBarrierRow> DDL_BARRIERS =
            new Column<>(29, "ddl_barriers", Keys.GroupNumberKey.CODEC, DdlBarrierRow.parser());

    /** Open conflicts, oldest first. */
    public static final Column<Keys.GroupNumberKey, DdlConflictRow> DDL_CONFLICTS =
            new Column<>(30, "ddl_conflicts", Keys.GroupNumberKey.CODEC, DdlConflictRow.parser());

    /** The last things that happened in each group. */
    public static final Column<Keys.GroupNumberKey, DdlEventRow> DDL_EVENTS =
            new Column<>(31, "ddl_events", Keys.GroupNumberKey.CODEC, DdlEventRow.parser());

    /** What stays of groups that were dropped. */
    public static final Column<Keys.Single, DdlPastRow> DDL_PAST =
            new Column<>(32, "ddl_past", Keys.Single.CODEC, DdlPastRow.parser());

    /** Every column, by id. */
    public static final List<Column<?, ? extends MessageLite>> ALL = List.of(
            APPLIED,
            CLUSTER,
            SETTINGS,
            NODES,
            SUBMITTERS,
            REQUESTS,
            REQUESTS_BY_TIME,
            BUCKETS,
            CATALOGS,
            NAMESPACES,
            NAMES,
            TABLES,
            BUCKET_TABLES,
            DROPPED,
            LOCATIONS,
            PURGES,
            GROUPS,
            WORKERS,
            PROCESSES,
            TASKS,
            QUEUE,
            LEASES,
            ACTIVE_PROCESSES,
            DDL_GROUPS,
            DDL_TARGETS,
            DDL_MEMBERS,
            DDL_PENDING,
            DDL_DECISIONS,
            DDL_BARRIERS,
            DDL_CONFLICTS,
            DDL_EVENTS,
            DDL_PAST);
}
