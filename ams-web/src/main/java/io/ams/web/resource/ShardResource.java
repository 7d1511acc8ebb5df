package io.ams.web.resource;

import com.google.protobuf.MessageLite;
import io.ams.ddl.group.Verbs;
import io.ams.ddl.protocol.AcknowledgeRequest;
import io.ams.ddl.protocol.Announcement;
import io.ams.ddl.protocol.Decision;
import io.ams.ddl.protocol.JoinRequest;
import io.ams.ddl.protocol.RebindRequest;
import io.ams.ddl.protocol.ResolveRequest;
import io.ams.iceberg.catalog.ShardGroups;
import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.op.TargetOperation;
import io.ams.proto.DdlAcknowledge;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlLeave;
import io.ams.proto.DdlRebind;
import io.ams.proto.DdlResolve;
import io.ams.proto.DdlVerb;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.web.ddl.GroupViews;
import io.ams.web.ddl.IncomingSchemas;
import io.ams.web.ddl.Statements;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
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

/** Shards of a group: they join, announce what they changed, and are told how to write. */
@Path("/api/v1/ddl/groups/{group}/shards/{shard}")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ShardResource {
    private static final long MAX_WAIT_MILLIS = 20_000;

    private final Doors doors;
    private final ShardGroups groups;
    private final ChangeSignal signal;

    /**
     * @param signal of announcements, subscribed to the replica
     */
    public ShardResource(Doors doors, ShardGroups groups, ChangeSignal signal) {
        this.doors = doors;
        this.groups = groups;
        this.signal = signal;
    }

    @GET
    public CompletionStage<Response> show(
            @PathParam("group") String group,
            @PathParam("shard") String shard,
            @Context ContainerRequestContext request) {
        return doors.read(
                request,
                view -> Found.in(view, group, shard, GroupViews.detail(view, group, shard)),
                found -> Response.ok(found.orThrow(Missing.shard(group, shard))));
    }

    /** The shard joins, or begins to stream. */
    @PUT
    public CompletionStage<Response> join(
            @PathParam("group") String group,
            @PathParam("shard") String shard,
            @Nullable JoinRequest sent,
            @Context ContainerRequestContext request) {
        JoinRequest join = Given.body(sent);
        DdlJoin.Builder body = DdlJoin.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setLoading(Boolean.TRUE.equals(join.loading()))
                .setSkipConflicts(Boolean.TRUE.equals(join.skipConflicts()))
                .setAnnounced(join.announced() == null ? 0 : join.announced())
                .setPosition(Optional.ofNullable(join.position()).orElse(""));
        Statements.schema(join.schema(), join.createTable()).ifPresent(body::setSchema);
        return change(request, Operations.DDL_JOIN, body.build(), group, shard);
    }

    @DELETE
    @Consumes(MediaType.WILDCARD)
    public CompletionStage<Response> leave(
            @PathParam("group") String group,
            @PathParam("shard") String shard,
            @Context ContainerRequestContext request) {
        DdlLeave body = DdlLeave.newBuilder().setGroup(group).setShard(shard).build();
        return change(request, Operations.DDL_LEAVE, body, group, shard);
    }

    /** The shard goes by another name. */
    @POST
    @Path("rebind")
    public CompletionStage<Response> rebind(
            @PathParam("group") String group,
            @PathParam("shard") String shard,
            @Nullable RebindRequest sent,
            @Context ContainerRequestContext request) {
        String to = Given.field(Given.body(sent).to(), "to");
        DdlRebind body = DdlRebind.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setNewShard(to)
                .build();
        return doors.writeAndRead(
                request,
                Operations.DDL_REBIND,
                body,
                view -> GroupViews.detail(view, group, to),
                found -> Response.ok(found.orElseThrow(Missing.shard(group, to))));
    }

    @POST
    @Path("announcements")
    public CompletionStage<Response> announce(
            @PathParam("group") String group,
            @PathParam("shard") String shard,
            @Nullable Announcement sent,
            @Context ContainerRequestContext request) {
        Announcement announcement = Given.body(sent);
        DdlAnnounce.Builder body = DdlAnnounce.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setSeq(announcement.seq())
                .setPosition(Optional.ofNullable(announcement.position()).orElse(""))
                .addAllChanges(Statements.changes(announcement.changes(), announcement.sql()))
                .setAcknowledged(announcement.acknowledged() == null ? 0 : announcement.acknowledged());
        Optional.ofNullable(announcement.before()).map(IncomingSchemas::schema).ifPresent(body::setBefore);
        Optional.ofNullable(announcement.after()).map(IncomingSchemas::schema).ifPresent(body::setAfter);
        return change(request, Operations.DDL_ANNOUNCE, body.build(), group, shard);
    }

    /** What became of an announcement; with a wait, as soon as it is decided or the time is over. */
    @GET
    @Path("announcements/{seq}")
    public CompletionStage<Response> announcement(
            @PathParam("group") String group,
            @PathParam("shard") String shard,
            @PathParam("seq") String number,
            @QueryParam("waitMillis") @Nullable String waitMillis,
            @Context ContainerRequestContext request) {
        long seq = Given.number(number, "seq", 1);
        long wait = waitMillis == null ? 0 : Math.min(MAX_WAIT_MILLIS, Given.number(waitMillis, "waitMillis", 0));
        long until = System.nanoTime() + wait * 1_000_000;
        return doors.answer(
                await(Consistencies.of(request), group, shard, seq, until),
                read -> Doors.at(read, found -> Response.ok(found.orThrow(Missing.announcement(shard, seq)))));
    }

    private CompletionStage<Read<Found<Decision>>> await(
            Consistency consistency, String group, String shard, long seq, long until) {
        long left = (until - System.nanoTime()) / 1_000_000;
        CompletableFuture<Boolean> changed = signal.await(ChangeSignal.shard(group, shard), Math.max(0, left));
        return doors.query(
                        consistency,
                        view -> Found.in(view, group, shard, GroupViews.announcement(view, group, shard, seq)))
                .thenCompose(read -> {
                    boolean over = read.value().wanted().map(Decision::isFinal).orElse(true) || left <= 0;
                    if (over) {
                        changed.complete(false);
                        return CompletableFuture.completedFuture(read);
                    }
                    Consistency since = Consistency.bookmark(read.appliedIndex());
                    return changed.thenCompose(again -> await(since, group, shard, seq, until));
                });
    }

    @POST
    @Path("acknowledgements")
    public CompletionStage<Response> acknowledge(
            @PathParam("group") String group,
            @PathParam("shard") String shard,
            @Nullable AcknowledgeRequest sent,
            @Context ContainerRequestContext request) {
        DdlAcknowledge body = DdlAcknowledge.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setSeq(Given.body(sent).seq())
                .build();
        return doors.write(request, Operations.DDL_ACKNOWLEDGE, body, done -> Response.noContent());
    }

    /** Ends what the shard waits for. */
    @POST
    @Path("resolve")
    public CompletionStage<Response> resolve(
            @PathParam("group") String group,
            @PathParam("shard") String shard,
            @Nullable ResolveRequest sent,
            @Context ContainerRequestContext request) {
        ResolveRequest resolve = Given.body(sent);
        DdlVerb verb = Verbs.parse(Given.field(resolve.verb(), "verb"))
                .orElseThrow(() -> new AmsException(
                        ErrorCode.BAD_REQUEST,
                        "there is no verb '" + resolve.verb()
                                + "': it is skip, new-field, replace, set-schema or detach"));
        DdlResolve.Builder body = DdlResolve.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setVerb(verb)
                .setSeq(resolve.seq() == null ? 0 : resolve.seq());
        if (verb == DdlVerb.VERB_REPLACE) {
            if (resolve.changes() == null && resolve.sql() == null) {
                throw new AmsException(
                        ErrorCode.BAD_REQUEST,
                        "verb replace needs what the shard changed instead, either as changes or as sql");
            }
            body.addAllChanges(Statements.changes(resolve.changes(), resolve.sql()));
        }
        Statements.schema(resolve.schema(), resolve.createTable()).ifPresent(body::setSchema);
        return change(request, Operations.DDL_RESOLVE, body.build(), group, shard);
    }

    private <C extends MessageLite> CompletionStage<Response> change(
            ContainerRequestContext request, TargetOperation<C> operation, C body, String group, String shard) {
        CompletionStage<Read<Optional<Decision>>> after = groups.change(operation, body, Submissions.of(request))
                .thenCompose(done -> decision(done, group, shard));
        return doors.answer(
                after, read -> Doors.at(read, found -> Response.ok(found.orElseThrow(Missing.shard(group, shard)))));
    }

    private CompletionStage<Read<Optional<Decision>>> decision(Read<DdlDecided> done, String group, String shard) {
        return doors.queryAfter(done.appliedIndex(), view -> GroupViews.decision(view, group, shard, done.value()));
    }
}
