package io.ams.iceberg.catalog;

import io.ams.proto.CatalogRow;
import io.ams.proto.FoldedRequest;
import io.ams.proto.TableCommit;
import io.ams.proto.TableRow;
import io.ams.raft.Submission;
import java.util.List;
import org.apache.iceberg.io.FileIO;

/**
 * One try to commit a group: a file that was written and waits for the pointer.
 *
 * @param number counts the tries of the group, from 1
 */
record CommitAttempt(
        TableName name,
        int number,
        CatalogRow catalog,
        TableRow row,
        CachedMetadata base,
        Fold fold,
        CachedMetadata written,
        FileIO files) {

    /** The command that carries the whole group; the keys of all but the first that has one go along in it. */
    TableCommit command() {
        List<FoldedRequest> others =
                keyed().stream().skip(1).map(PendingCommit::folded).toList();
        return TableCommands.commit(row, base.metadata(), written.metadata())
                .addAllFolded(others)
                .addAllBindings(fold.carried().stream()
                        .flatMap(commit -> commit.claims().stream())
                        .distinct()
                        .toList())
                .build();
    }

    /** In the name of the first of the group. A refusal is not remembered: the same keys come again on a newer base. */
    Submission submission() {
        return keyed().stream()
                .findFirst()
                .orElseGet(() -> fold.carried().get(0))
                .caller()
                .submission()
                .forgettingRefusal();
    }

    private List<PendingCommit> keyed() {
        return fold.carried().stream()
                .filter(commit -> commit.caller().hasKey())
                .toList();
    }
}
