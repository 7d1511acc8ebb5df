package io.ams.op;

import java.util.Arrays;
import java.util.Optional;

/**
 * Every expected "no" that AMS gives, whatever the layer. A code is part of the API and, where a rule gives it, of the log: wire
 * ids are permanent. What status a kind becomes is for the edge to say.
 */
public enum ErrorCode {
    // Shape: refused before the log.
    BAD_REQUEST(1, Kind.MALFORMED),
    UNAUTHENTICATED(2, Kind.UNAUTHENTICATED),
    FORBIDDEN(3, Kind.FORBIDDEN),
    NOT_FOUND(4, Kind.NOT_FOUND),
    UNSUPPORTED(5, Kind.UNSUPPORTED),
    UNPROCESSABLE(6, Kind.UNPROCESSABLE),

    // Gate: refused on the way to the log; surely not applied.
    TOO_LARGE(20, Kind.TOO_LARGE),
    OVERLOADED(21, Kind.BUSY),
    NO_LEADER(22, Kind.UNAVAILABLE),
    NOT_READY(23, Kind.UNAVAILABLE),
    STOPPING(24, Kind.UNAVAILABLE),
    READ_TIMEOUT(25, Kind.UNAVAILABLE),
    QUARANTINED(26, Kind.UNAVAILABLE),
    FEATURE_NOT_ENABLED(27, Kind.UNSUPPORTED),
    MEMBERSHIP_REFUSED(28, Kind.CONFLICT),
    /** Another change of the members is under way. */
    MEMBERSHIP_BUSY(29, Kind.BUSY),

    /** The command was proposed and its fate is not known here. It may be repeated with the same key. */
    OUTCOME_UNKNOWN(40, Kind.UNKNOWN),
    INTERNAL(41, Kind.INTERNAL),

    // Guards of every command.
    STALE_TERM(60, Kind.PRECONDITION),
    IDEMPOTENCY_KEY_REUSED(61, Kind.UNPROCESSABLE),

    // Cluster.
    CLUSTER_EXISTS(80, Kind.CONFLICT),
    SETTING_NOT_FOUND(81, Kind.NOT_FOUND),
    SETTING_UNKNOWN(82, Kind.MALFORMED),
    SETTING_INVALID(83, Kind.MALFORMED),
    NODE_NOT_FOUND(84, Kind.NOT_FOUND),
    /** The id belongs to another incarnation of the node, or to one that is gone. */
    NODE_ID_TAKEN(85, Kind.CONFLICT),
    NODE_STATE_REFUSED(86, Kind.CONFLICT),
    VERSION_MISMATCH(87, Kind.PRECONDITION),
    /** Another node listens there. */
    NODE_ADDRESS_TAKEN(88, Kind.CONFLICT),

    // Ownership.
    BUCKET_NOT_FOUND(100, Kind.NOT_FOUND),
    /** The epoch is not the one that stands: somebody else owns the bucket now. */
    STALE_EPOCH(101, Kind.PRECONDITION),
    NODE_NOT_ACTIVE(102, Kind.CONFLICT),

    // Catalog.
    CATALOG_NOT_FOUND(120, Kind.NOT_FOUND),
    CATALOG_EXISTS(121, Kind.CONFLICT),
    CATALOG_NOT_EMPTY(122, Kind.CONFLICT),
    NAMESPACE_NOT_FOUND(123, Kind.NOT_FOUND),
    NAMESPACE_EXISTS(124, Kind.CONFLICT),
    NAMESPACE_NOT_EMPTY(125, Kind.CONFLICT),
    TABLE_NOT_FOUND(126, Kind.NOT_FOUND),
    TABLE_EXISTS(127, Kind.CONFLICT),
    VIEW_EXISTS(128, Kind.CONFLICT),
    LOCATION_TAKEN(129, Kind.CONFLICT),
    LOCATION_OUTSIDE_WAREHOUSE(130, Kind.MALFORMED),
    /** The table has moved on from the version that the commit was built on. */
    COMMIT_CONFLICT(131, Kind.CONFLICT),
    /** What the client required of the table does not hold. */
    REQUIREMENT_FAILED(132, Kind.CONFLICT),
    METADATA_NOT_FOUND(133, Kind.NOT_FOUND),
    /** The catalog "default" is there for good. */
    CATALOG_REQUIRED(134, Kind.CONFLICT),

    // Upkeep.
    GROUP_NOT_FOUND(160, Kind.NOT_FOUND),
    WORKER_NOT_FOUND(161, Kind.NOT_FOUND),
    PROCESS_NOT_FOUND(162, Kind.NOT_FOUND),
    PROCESS_EXISTS(163, Kind.CONFLICT),
    PROCESS_ENDED(164, Kind.CONFLICT),
    TASK_NOT_FOUND(165, Kind.NOT_FOUND),
    /** The task has been leased again or is over: this attempt does not count any more. */
    TASK_ATTEMPT_STALE(166, Kind.CONFLICT),
    PURGE_NOT_FOUND(167, Kind.NOT_FOUND),
    /** The process has tasks that are not done: there is nothing to commit yet. */
    PROCESS_UNFINISHED(168, Kind.CONFLICT),

    // Shard DDL.
    DDL_GROUP_NOT_FOUND(200, Kind.NOT_FOUND),
    DDL_GROUP_EXISTS(201, Kind.CONFLICT),
    /** Another group feeds the table. */
    DDL_TARGET_TAKEN(202, Kind.CONFLICT),
    /** The group's table was dropped. */
    DDL_TARGET_GONE(203, Kind.CONFLICT),
    DDL_MEMBER_NOT_FOUND(204, Kind.NOT_FOUND),
    DDL_MEMBER_EXISTS(205, Kind.CONFLICT),
    /** The schema that a shard joins with does not go together with the target. */
    DDL_JOIN_CONFLICT(206, Kind.CONFLICT),
    /** The sequence number was used for another announcement. */
    DDL_SEQ_MISMATCH(207, Kind.CONFLICT),
    /** A sequence number was left out. */
    DDL_SEQ_GAP(208, Kind.CONFLICT),
    /** The decision was acknowledged and is forgotten. */
    DDL_SEQ_ACKNOWLEDGED(209, Kind.CONFLICT),
    /** The shard's schema is not the one that AMS knows. */
    DDL_RESYNC_REQUIRED(210, Kind.CONFLICT),
    /** The shard's schema cannot have had the change. */
    DDL_CHANGE_INVALID(211, Kind.UNPROCESSABLE),
    /** Too many announcements of the shard wait or are not acknowledged. */
    DDL_QUEUE_FULL(212, Kind.BUSY),
    DDL_NOTHING_TO_RESOLVE(213, Kind.CONFLICT),
    /** This verb does not end this conflict. */
    DDL_VERB_REFUSED(214, Kind.CONFLICT),
    /** Announcements wait, so that mode and policies must stay. */
    DDL_PENDING(215, Kind.CONFLICT),
    /** The target's schema that goes with the command is not what the command comes to now. */
    DDL_STALE_PLAN(216, Kind.CONFLICT),
    /** Data was written with bindings that are not in force any more. */
    DDL_BINDING_STALE(217, Kind.PRECONDITION),
    /** A statement that AMS does not understand, or does not carry over. */
    DDL_STATEMENT_REFUSED(218, Kind.UNPROCESSABLE),
    /** Iceberg does not write the schema that the target would get. */
    DDL_TARGET_UNWRITABLE(219, Kind.UNPROCESSABLE);

    /** What sort of "no" it is. */
    public enum Kind {
        MALFORMED,
        UNAUTHENTICATED,
        FORBIDDEN,
        NOT_FOUND,
        UNSUPPORTED,
        CONFLICT,
        PRECONDITION,
        TOO_LARGE,
        UNPROCESSABLE,
        BUSY,
        UNAVAILABLE,
        UNKNOWN,
        INTERNAL
    }

    private final int wireId;
    private final Kind kind;

    ErrorCode(int wireId, Kind kind) {
        this.wireId = wireId;
        this.kind = kind;
    }

    /** The permanent number in the log. */
    public int wireId() {
        return wireId;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether the command surely had no effect. Only an unknown outcome and a bug leave that open. */
    public boolean surelyNotApplied() {
        return kind != Kind.UNKNOWN && kind != Kind.INTERNAL;
    }

    /** The code with this number; empty for one that a newer release made. */
    public static Optional<ErrorCode> ofWireId(int wireId) {
        return Arrays.stream(values()).filter(code -> code.wireId == wireId).findFirst();
    }
}
