package io.ams.op;

import io.ams.proto.BucketRow;
import io.ams.proto.Command;
import io.ams.proto.Done;
import io.ams.proto.MarkRow;
import io.ams.proto.TableRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * Moves a table into another bucket, with its running process.
 *
 * <p>The other bucket's epoch grows beyond both present ones: epochs are counted per bucket, so that the owner of the bucket that
 * the table leaves could otherwise hold the very number that counts in the new one.
 *
 * <p>Refused: {@code TABLE_NOT_FOUND}, {@code BUCKET_NOT_FOUND} (not there, or without an owner yet). Sent twice it changes nothing.
 */
public final class TableSetBucket extends Operation<io.ams.proto.TableSetBucket, Done> {
    public TableSetBucket() {
        super(
                Command.BodyCase.TABLE_SET_BUCKET,
                Command::getTableSetBucket,
                Command.Builder::setTableSetBucket,
                Done.parser());
    }

    @Override
    public Decision<Done> decide(View view, LogPosition at, io.ams.proto.TableSetBucket command) {
        Optional<TableRow> found = view.get(Columns.TABLES, command.getTableUuid());
        if (found.isEmpty()) {
            return Tables.unknown(command.getTableUuid()).refusal();
        }
        int bucket = command.getBucket();
        Optional<Objection> objection = Buckets.missing(view, bucket).or(() -> withoutOwner(view, bucket));
        if (objection.isPresent()) {
            return objection.get().refusal();
        }
        TableRow table = found.get();
        if (table.getBucket() == bucket) {
            return Decision.accept(ChangeSet.empty(), Done.getDefaultInstance());
        }
        BucketRow fenced = view.get(Columns.BUCKETS, bucket).orElseThrow().toBuilder()
                .setEpoch(Math.max(epoch(view, table.getBucket()), epoch(view, bucket)) + 1)
                .build();
        ChangeSet changes = ChangeSet.builder()
                .put(Columns.BUCKETS, bucket, fenced)
                .put(
                        Columns.TABLES,
                        table.getUuid(),
                        table.toBuilder().setBucket(bucket).build())
                .delete(Columns.BUCKET_TABLES, new Keys.BucketTableKey(table.getBucket(), table.getUuid()))
                .put(
                        Columns.BUCKET_TABLES,
                        new Keys.BucketTableKey(bucket, table.getUuid()),
                        MarkRow.getDefaultInstance())
                .build();
        return Decision.accept(changes, Done.getDefaultInstance());
    }

    private static Optional<Objection> withoutOwner(View view, int bucket) {
        return view.get(Columns.BUCKETS, bucket).isPresent()
                ? Optional.empty()
                : Optional.of(new Objection(
                        ErrorCode.BUCKET_NOT_FOUND, "bucket " + bucket + " has no owner yet; assign it first"));
    }

    private static long epoch(View view, int bucket) {
        return view.get(Columns.BUCKETS, bucket).map(BucketRow::getEpoch).orElse(0L);
    }
}
