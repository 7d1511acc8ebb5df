package io.ams.web.resource;

import io.ams.op.Operations;
import io.ams.proto.BucketMove;
import io.ams.proto.BucketRow;
import io.ams.proto.BucketsAssign;
import io.ams.proto.TableRow;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.View;
import io.ams.web.api.MoveRequest;
import io.ams.web.api.TableView;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Tables as upkeep sees them: owner, epoch, health, and moving them by hand. */
@Path("/api/v1/tables")
@Produces(MediaType.APPLICATION_JSON)
public final class TableResource {
    private static final int PAGE = 100;
    private static final int LARGEST_PAGE = 1000;
    private static final int PROCESSES = 20;
    private static final int MOST_PROCESSES = 1000;

    private final Doors doors;
    private final Tables tables;

    public TableResource(Doors doors, Tables tables) {
        this.doors = doors;
        this.tables = tables;
    }

    @GET
    public CompletionStage<Response> list(
            @QueryParam("catalog") @Nullable String catalog,
            @QueryParam("pageToken") @Nullable String pageToken,
            @QueryParam("pageSize") @Nullable String pageSize,
            @Context ContainerRequestContext request) {
        Optional<Keys.NameKey> after = Tables.position(pageToken);
        int size = Given.count(pageSize, "pageSize", PAGE, LARGEST_PAGE);
        return doors.read(request, view -> tables.page(view, Optional.ofNullable(catalog), after, size));
    }

    @GET
    @Path("{uuid}")
    public CompletionStage<Response> show(@PathParam("uuid") String uuid, @Context ContainerRequestContext request) {
        return doors.read(
                request,
                view -> tables.byUuid(view, uuid),
                found -> Response.ok(found.orElseThrow(Missing.table(uuid))));
    }

    @GET
    @Path("by-name")
    public CompletionStage<Response> showByName(
            @QueryParam("catalog") @DefaultValue("default") String catalog,
            @QueryParam("name") @DefaultValue("") String name,
            @Context ContainerRequestContext request) {
        return doors.read(
                request,
                view -> tables.byName(view, catalog, name),
                found -> Response.ok(found.orElseThrow(Missing.table(catalog + "." + name))));
    }

    @GET
    @Path("{uuid}/processes")
    public CompletionStage<Response> processes(
            @PathParam("uuid") String uuid,
            @QueryParam("limit") @Nullable String limit,
            @Context ContainerRequestContext request) {
        int most = Given.count(limit, "limit", PROCESSES, MOST_PROCESSES);
        return doors.read(
                request,
                view -> Processes.history(view, uuid, most),
                found -> Response.ok(found.orElseThrow(Missing.table(uuid))));
    }

    @POST
    @Path("{uuid}/move")
    @Consumes(MediaType.APPLICATION_JSON)
    public CompletionStage<Response> move(
            @PathParam("uuid") String uuid, MoveRequest move, @Context ContainerRequestContext request) {
        String to = Given.body(move).to();
        CompletionStage<Read<Optional<TableView>>> moved = doors.query(Consistency.STRICT, view -> bucketOf(view, uuid))
                .thenCompose(
                        read -> move(read.value().orElseThrow(Missing.table(uuid)), to, read.appliedIndex(), request))
                .thenCompose(index -> doors.queryAfter(index, view -> tables.byUuid(view, uuid)));
        return doors.answer(
                moved, read -> Doors.at(read, found -> Response.ok(found.orElseThrow(Missing.table(uuid)))));
    }

    /** The bucket of a table, with epoch 0 if it never had an owner. */
    private static Optional<BucketRow> bucketOf(View view, String uuid) {
        return view.get(Columns.TABLES, uuid)
                .map(TableRow::getBucket)
                .map(bucket -> view.get(Columns.BUCKETS, bucket)
                        .orElseGet(
                                () -> BucketRow.newBuilder().setBucket(bucket).build()));
    }

    /** Moves it with the epoch that stands, unless it is there; answers the index to read at. */
    private CompletionStage<Long> move(BucketRow bucket, String to, long index, ContainerRequestContext request) {
        if (bucket.getOwner().equals(to)) {
            return CompletableFuture.completedFuture(index);
        }
        BucketsAssign body = BucketsAssign.newBuilder()
                .setByHand(true)
                .addMoves(BucketMove.newBuilder()
                        .setBucket(bucket.getBucket())
                        .setOwner(to)
                        .setExpectedEpoch(bucket.getEpoch()))
                .build();
        Submission submission = Submissions.of(request);
        return doors.submit(Operations.BUCKETS_ASSIGN, body, submission).thenApply(reply -> reply.index());
    }
}
