package io.ams.web.resource;

import io.ams.ddl.group.Coordination;
import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import java.util.function.Supplier;

/** What a read answers when it does not find what it was asked for. */
final class Missing {
    private Missing() {}

    static Supplier<AmsException> table(String name) {
        return () -> new AmsException(
                ErrorCode.TABLE_NOT_FOUND, "there is no table " + name + "; GET /api/v1/tables lists those there are");
    }

    static Supplier<AmsException> catalog(String name) {
        return () -> new AmsException(
                ErrorCode.CATALOG_NOT_FOUND,
                "there is no catalog " + name + "; GET /api/v1/catalogs lists those there are");
    }

    static Supplier<AmsException> node(String id) {
        return () -> new AmsException(
                ErrorCode.NODE_NOT_FOUND, "there is no node " + id + "; GET /api/v1/nodes lists those there are");
    }

    static Supplier<AmsException> setting(String key) {
        return () -> new AmsException(
                ErrorCode.SETTING_NOT_FOUND,
                "setting " + key + " is not set; GET /api/v1/settings lists those in force");
    }

    static Supplier<AmsException> process(String id) {
        return () -> new AmsException(
                ErrorCode.PROCESS_NOT_FOUND,
                "there is no upkeep process " + id + "; GET /api/v1/processes lists the running ones");
    }

    static Supplier<AmsException> shardGroup(String group) {
        return () -> new AmsException(ErrorCode.DDL_GROUP_NOT_FOUND, Coordination.noGroup(group));
    }

    static Supplier<AmsException> shard(String group, String shard) {
        return () -> new AmsException(ErrorCode.DDL_MEMBER_NOT_FOUND, Coordination.noShard(group, shard));
    }

    static Supplier<AmsException> announcement(String shard, long seq) {
        return () -> new AmsException(
                ErrorCode.NOT_FOUND,
                "shard " + shard + " has not announced number " + seq + ", or has acknowledged it");
    }
}
