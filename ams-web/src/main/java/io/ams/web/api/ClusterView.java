package io.ams.web.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cluster at one glance.
 *
 * @param nodeId the node that answers
 * @param leaderId absent while no leader is known
 * @param failureTolerance how many more members may be lost while writes go on; absent where only the leader knows
 */
public record ClusterView(
        String clusterId,
        String nodeId,
        @Nullable String leaderId,
        long term,
        @Nullable Integer failureTolerance,
        String ownershipMode,
        int featureLevel,
        List<NodeView> nodes) {}
