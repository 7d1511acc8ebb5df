package io.ams.web.dashboard;

import io.ams.ddl.group.Modes;
import io.ams.proto.DdlGroupRow;
import io.ams.proto.TableRow;
import io.ams.raft.Member;
import io.ams.raft.NodeStatus;
import io.ams.raft.Replica;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Rows;
import io.ams.state.View;
import io.ams.web.api.NodeView;
import io.ams.web.api.ProcessView;
import io.ams.web.api.TableView;
import io.ams.web.resource.Cluster;
import io.ams.web.resource.Processes;
import io.ams.web.resource.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Draws the picture from what this node has; asks nobody. */
final class Painter {
    /** More than a person reads; keeps a picture small however many tables there are. */
    private static final int TABLES_SHOWN = 100;
    /** More groups than that can wait at once without anybody reading it here. */
    private static final int GROUPS_SHOWN = 100;

    private static final Comparator<TableView> NEEDIEST_FIRST = Comparator.comparing(
                    (TableView table) -> table.runningProcess() == null)
            .thenComparingInt(TableView::health)
            .thenComparing(Comparator.comparingLong(TableView::updatedAtMillis).reversed())
            .thenComparing(TableView::uuid);

    private static final Comparator<Picture.ShardGroup> WAITING_FIRST = Comparator.comparing(
                    (Picture.ShardGroup group) -> group.conflicts() == 0)
            .thenComparing(group -> group.pending() == 0)
            .thenComparing(Picture.ShardGroup::name);

    private final Replica replica;
    private final Tables tables;

    Painter(Replica replica, Tables tables) {
        this.replica = replica;
        this.tables = tables;
    }

    /** The picture without events. */
    Picture paint(List<Member> members) {
        NodeStatus status = replica.status();
        return replica.reader().readLocal(view -> paint(view, status, members)).value();
    }

    private Picture paint(View view, NodeStatus status, List<Member> members) {
        PriorityQueue<TableView> neediest = new PriorityQueue<>(NEEDIEST_FIRST.reversed());
        int[] count = {0};
        view.scan(Columns.TABLES, KeyRange.all(), (String uuid, TableRow row) -> {
            count[0]++;
            neediest.add(tables.view(view, row));
            if (neediest.size() > TABLES_SHOWN) {
                neediest.remove();
            }
            return true;
        });
        List<TableView> shown = new ArrayList<>(neediest);
        shown.sort(NEEDIEST_FIRST);
        List<ProcessView> running = Processes.running(view);
        return new Picture(
                Calm.cluster(Cluster.view(Cluster.read(view), status, members)),
                status.lifecycle().name(),
                count[0],
                shown,
                running,
                shardGroups(view),
                List.of());
    }

    /** From the groups' own rows alone, which are short however many shards there are. */
    private static Picture.ShardGroups shardGroups(View view) {
        List<DdlGroupRow> rows = Rows.values(view, Columns.DDL_GROUPS, KeyRange.all());
        return new Picture.ShardGroups(
                rows.size(),
                rows.stream().mapToLong(DdlGroupRow::getVersion).sum(),
                rows.stream()
                        .map(Painter::shardGroup)
                        .sorted(WAITING_FIRST)
                        .limit(GROUPS_SHOWN)
                        .toList());
    }

    private static Picture.ShardGroup shardGroup(DdlGroupRow row) {
        return new Picture.ShardGroup(
                row.getName(),
                Modes.name(row.getMode()),
                row.getMembers(),
                row.getVersion(),
                row.getPending(),
                row.getConflicts(),
                row.getNextConflict() - 1,
                row.getHeadBarrier() - 1);
    }

    /** Takes out what changes all the time and tells nobody anything. */
    private static final class Calm {
        static io.ams.web.api.ClusterView cluster(io.ams.web.api.ClusterView cluster) {
            return new io.ams.web.api.ClusterView(
                    cluster.clusterId(),
                    cluster.nodeId(),
                    cluster.leaderId(),
                    cluster.term(),
                    cluster.failureTolerance(),
                    cluster.ownershipMode(),
                    cluster.featureLevel(),
                    cluster.nodes().stream().map(Calm::node).toList());
        }

        private static NodeView node(NodeView node) {
            return new NodeView(
                    node.id(),
                    node.state(),
                    node.raftAddress(),
                    node.httpAddress(),
                    node.version(),
                    node.role(),
                    node.voter(),
                    null,
                    node.lag(),
                    null,
                    node.buckets(),
                    node.tables());
        }
    }
}
