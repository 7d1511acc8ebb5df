package io.ams.op;

import io.ams.proto.CatalogRow;
import io.ams.proto.ClusterRow;
import io.ams.proto.Command;
import io.ams.proto.GroupRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * Gives the cluster its identity and number of buckets, and makes what is there from the start: the catalog "default" and the
 * optimizer group "default".
 *
 * <p>Refused: {@code CLUSTER_EXISTS}, {@code BAD_REQUEST}.
 */
public final class ClusterInit extends Operation<io.ams.proto.ClusterInit, ClusterRow> {
    private static final int FIRST_FEATURE_LEVEL = 1;
    private static final int MOST_BUCKETS = 1 << 16;
    private static final String DEFAULT_GROUP = "default";

    public ClusterInit() {
        super(
                Command.BodyCase.CLUSTER_INIT,
                Command::getClusterInit,
                Command.Builder::setClusterInit,
                ClusterRow.parser());
    }

    @Override
    public Decision<ClusterRow> decide(View view, LogPosition at, io.ams.proto.ClusterInit command) {
        if (view.get(Columns.CLUSTER, Keys.Single.KEY).isPresent()) {
            return Decision.refuse(
                    ErrorCode.CLUSTER_EXISTS, "the cluster was set up before; its identity and bucket count are fixed");
        }
        Optional<Objection> objection = malformed(command);
        if (objection.isPresent()) {
            return objection.get().refusal();
        }
        ClusterRow cluster = ClusterRow.newBuilder()
                .setClusterId(command.getClusterId())
                .setBucketCount(command.getBucketCount())
                .setFeatureLevel(FIRST_FEATURE_LEVEL)
                .setCreatedAtMillis(at.timeMillis())
                .build();
        CatalogRow catalog = CatalogRow.newBuilder()
                .setName(CatalogDrop.DEFAULT)
                .setWarehouse(Location.parse(command.getDefaultWarehouse())
                        .orElseThrow()
                        .text())
                .setCreatedAtMillis(at.timeMillis())
                .build();
        GroupRow group = GroupRow.newBuilder()
                .setName(DEFAULT_GROUP)
                .setCreatedAtMillis(at.timeMillis())
                .build();
        return Decision.accept(
                ChangeSet.builder()
                        .put(Columns.CLUSTER, Keys.Single.KEY, cluster)
                        .put(Columns.CATALOGS, catalog.getName(), catalog)
                        .put(Columns.GROUPS, group.getName(), group)
                        .build(),
                cluster);
    }

    private static Optional<Objection> malformed(io.ams.proto.ClusterInit command) {
        if (command.getClusterId().isEmpty()) {
            return Optional.of(new Objection(ErrorCode.BAD_REQUEST, "a cluster needs an id"));
        }
        if (command.getBucketCount() < 1 || command.getBucketCount() > MOST_BUCKETS) {
            return Optional.of(new Objection(
                    ErrorCode.BAD_REQUEST,
                    "a cluster has 1 to " + MOST_BUCKETS + " buckets, not "
                            + Integer.toUnsignedString(command.getBucketCount())));
        }
        return Locations.malformed(command.getDefaultWarehouse());
    }
}
