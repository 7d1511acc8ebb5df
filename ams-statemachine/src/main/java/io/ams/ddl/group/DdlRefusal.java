package io.ams.ddl.group;

/** Every expected "no" of the coordination. */
public enum DdlRefusal {
    /** What was sent makes no sense by itself. */
    MALFORMED,
    GROUP_NOT_FOUND,
    GROUP_EXISTS,
    /** The table feeds from another group. */
    TARGET_TAKEN,
    /** The group's table is gone. */
    TARGET_GONE,
    MEMBER_NOT_FOUND,
    MEMBER_EXISTS,
    /** A shard's initial schema does not go together with the target. */
    JOIN_CONFLICT,
    /** The sequence number was used for another announcement. */
    SEQ_MISMATCH,
    /** A sequence number was left out. */
    SEQ_GAP,
    /** The decision was acknowledged and is forgotten. */
    SEQ_ACKNOWLEDGED,
    /** The shard's schema is not what it says. */
    RESYNC_REQUIRED,
    /** The shard's schema cannot have had the change. */
    CHANGE_INVALID,
    /** Too many announcements wait, or are not acknowledged. */
    QUEUE_FULL,
    NOTHING_TO_RESOLVE,
    /** This verb does not end this conflict. */
    VERB_REFUSED,
    /** Something waits, so that mode and policies must stay. */
    PENDING,
    /** The table or the group is not what the command was built on; build it again. */
    STALE_PLAN
}
