package io.ams.testkit.ddl;

import io.ams.op.Operations;
import io.ams.proto.ClusterInit;
import io.ams.proto.NamespaceCreate;
import io.ams.raft.Replica;
import io.ams.raft.Submission;
import io.ams.testkit.SoloReplica;

/** Replicas on which groups can be made. */
public final class Replicas {
    private Replicas() {}

    /** One without a network, with the catalog "default" and the namespace "ns". */
    public static SoloReplica solo() {
        SoloReplica solo = new SoloReplica();
        ClusterInit init = ClusterInit.newBuilder()
                .setClusterId("c")
                .setBucketCount(8)
                .setDefaultWarehouse("s3://w")
                .build();
        solo.submit(Operations.CLUSTER_INIT, init, Submission.by("test"))
                .toCompletableFuture()
                .join()
                .orThrow();
        addNamespace(solo);
        return solo;
    }

    /** Makes the namespace "ns". */
    static void addNamespace(Replica replica) {
        NamespaceCreate create = NamespaceCreate.newBuilder()
                .setCatalog("default")
                .addLevels("ns")
                .build();
        replica.submitter()
                .submit(Operations.NAMESPACE_CREATE, create, Submission.by("test"))
                .toCompletableFuture()
                .join()
                .orThrow();
    }
}
