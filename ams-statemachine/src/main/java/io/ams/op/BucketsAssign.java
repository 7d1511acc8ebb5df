package io.ams.op;

import io.ams.proto.BucketMove;
import io.ams.proto.BucketRow;
import io.ams.proto.BucketsAssigned;
import io.ams.proto.Command;
import io.ams.proto.NodeRow;
import io.ams.proto.NodeState;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Gives buckets to nodes, all of the named ones or none. A new owner gets a new epoch; the present owner keeps its own.
 *
 * <p>Refused: {@code BAD_REQUEST} (no bucket, or one named twice), {@code BUCKET_NOT_FOUND}, {@code STALE_EPOCH},
 * {@code NODE_NOT_FOUND}, {@code NODE_NOT_ACTIVE}. Sent twice without a key, the second is refused as stale.
 */
public final class BucketsAssign extends Operation<io.ams.proto.BucketsAssign, BucketsAssigned> {
    public BucketsAssign() {
        super(
                Command.BodyCase.BUCKETS_ASSIGN,
                Command::getBucketsAssign,
                Command.Builder::setBucketsAssign,
                BucketsAssigned.parser());
    }

    @Override
    public Decision<BucketsAssigned> decide(View view, LogPosition at, io.ams.proto.BucketsAssign command) {
        if (command.getMovesCount() == 0) {
            return Decision.refuse(ErrorCode.BAD_REQUEST, "no bucket is named");
        }
        Set<Integer> named = new HashSet<>();
        ChangeSet.Builder changes = ChangeSet.builder();
        BucketsAssigned.Builder answer = BucketsAssigned.newBuilder();
        for (BucketMove move : command.getMovesList()) {
            if (!named.add(move.getBucket())) {
                return Decision.refuse(
                        ErrorCode.BAD_REQUEST,
                        "bucket " + Integer.toUnsignedString(move.getBucket()) + " is named twice");
            }
            Optional<Objection> objection = objection(view, move);
            if (objection.isPresent()) {
                return objection.get().refusal();
            }
            BucketRow row = moved(standing(view, move), move, command.getByHand(), at);
            changes.put(Columns.BUCKETS, move.getBucket(), row);
            answer.addRows(row);
        }
        return Decision.accept(changes.build(), answer.build());
    }

    private static Optional<Objection> objection(View view, BucketMove move) {
        return Buckets.missing(view, move.getBucket())
                .or(() -> stale(standing(view, move), move))
                .or(() -> badOwner(view, move));
    }

    /** The bucket as it is; without owner and with epoch 0 if it never had one. */
    private static BucketRow standing(View view, BucketMove move) {
        return view.get(Columns.BUCKETS, move.getBucket())
                .orElseGet(
                        () -> BucketRow.newBuilder().setBucket(move.getBucket()).build());
    }

    private static Optional<Objection> stale(BucketRow standing, BucketMove move) {
        if (standing.getEpoch() == move.getExpectedEpoch()) {
            return Optional.empty();
        }
        return Optional.of(new Objection(
                ErrorCode.STALE_EPOCH,
                "bucket " + move.getBucket() + " is at epoch " + standing.getEpoch() + ", not "
                        + Long.toUnsignedString(move.getExpectedEpoch()) + "; read it again"));
    }

    private static Optional<Objection> badOwner(View view, BucketMove move) {
        Optional<NodeRow> owner = view.get(Columns.NODES, move.getOwner());
        if (owner.isEmpty()) {
            return Optional.of(new Objection(ErrorCode.NODE_NOT_FOUND, "there is no node " + move.getOwner()));
        }
        if (owner.get().getState() != NodeState.ACTIVE) {
            return Optional.of(new Objection(
                    ErrorCode.NODE_NOT_ACTIVE,
                    "node " + move.getOwner() + " is " + owner.get().getState()
                            + "; only active nodes are given buckets"));
        }
        return Optional.empty();
    }

    private static BucketRow moved(BucketRow standing, BucketMove move, boolean byHand, LogPosition at) {
        if (standing.getOwner().equals(move.getOwner())) {
            return standing.toBuilder()
                    .setByHand(standing.getByHand() || byHand)
                    .build();
        }
        return standing.toBuilder()
                .setOwner(move.getOwner())
                .setEpoch(standing.getEpoch() + 1)
                .setSinceMillis(at.timeMillis())
                .setByHand(byHand)
                .build();
    }
}
