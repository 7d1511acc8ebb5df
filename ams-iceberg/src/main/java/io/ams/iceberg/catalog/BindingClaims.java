package io.ams.iceberg.catalog;

import io.ams.op.ErrorCode;
import io.ams.proto.BindingClaim;
import io.ams.raft.AmsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.rest.requests.UpdateTableRequest;

/**
 * Which bindings the data of a commit was written with, as writers say it: in the summaries of the snapshots that the commit adds,
 * where every Iceberg writer can put properties of its own.
 */
public final class BindingClaims {
    /** The group of the shard whose rows the snapshot adds. */
    public static final String GROUP = "ams.ddl.group";

    /** The shard. */
    public static final String SHARD = "ams.ddl.shard";

    /** The epoch of the bindings that the rows were written with. */
    public static final String EPOCH = "ams.ddl.binding-epoch";

    private BindingClaims() {}

    /** The claims of the request; BAD_REQUEST for one that is not whole. */
    static List<BindingClaim> of(UpdateTableRequest request) {
        List<BindingClaim> claims = new ArrayList<>();
        for (MetadataUpdate update : request.updates()) {
            if (update instanceof MetadataUpdate.AddSnapshot added) {
                Map<String, String> summary = added.snapshot().summary();
                if (summary != null && summary.containsKey(SHARD)) {
                    claims.add(claim(
                            summary.getOrDefault(GROUP, ""), summary.get(SHARD), summary.getOrDefault(EPOCH, "")));
                }
            }
        }
        return claims;
    }

    private static BindingClaim claim(String group, String shard, String epoch) {
        if (group.isEmpty() || shard.isEmpty() || !epoch.matches("[0-9]{1,18}")) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST,
                    "a claim to bindings names a group, a shard and an epoch: " + GROUP + ", " + SHARD + " and "
                            + EPOCH);
        }
        return BindingClaim.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setBindingEpoch(Long.parseLong(epoch))
                .build();
    }
}
