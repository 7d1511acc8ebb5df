package io.ams.iceberg.catalog;

import io.ams.proto.BindingClaim;
import io.ams.proto.FoldedRequest;
import io.ams.raft.Read;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.iceberg.rest.requests.UpdateTableRequest;

/**
 * One client's commit, waiting for its answer.
 *
 * @param claims bindings that its data was written with
 */
record PendingCommit(
        UpdateTableRequest request,
        List<BindingClaim> claims,
        Caller caller,
        CompletableFuture<Read<CachedMetadata>> answer)
        implements Waiting {
    /** A commit with the claims that it makes. */
    static PendingCommit of(UpdateTableRequest request, Caller caller) {
        return new PendingCommit(request, BindingClaims.of(request), caller, new CompletableFuture<>());
    }

    void succeed(CachedMetadata metadata, long index) {
        answer.complete(new Read<>(metadata, index));
    }

    void fail(RuntimeException refusal) {
        answer.completeExceptionally(refusal);
    }

    FoldedRequest folded() {
        return FoldedRequest.newBuilder()
                .setRequestId(caller.key())
                .setRequestHash(caller.hash())
                .build();
    }
}
