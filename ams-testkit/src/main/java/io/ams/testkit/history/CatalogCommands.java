package io.ams.testkit.history;

import io.ams.op.Operations;
import io.ams.proto.CatalogCreate;
import io.ams.proto.CatalogDrop;
import io.ams.proto.NamespaceCreate;
import io.ams.proto.NamespaceDrop;
import io.ams.proto.NamespaceRow;
import io.ams.proto.NamespaceUpdate;
import io.ams.proto.PurgeFinish;
import io.ams.proto.PurgeRow;
import io.ams.proto.TableCommit;
import io.ams.proto.TableCreate;
import io.ams.proto.TableDrop;
import io.ams.proto.TableRow;
import io.ams.proto.TableSummary;
import io.ams.state.Columns;
import java.util.List;
import java.util.Map;

/** Commands about catalogs, namespaces and tables. */
final class CatalogCommands {
    private static final String CATALOG = "default";

    private CatalogCommands() {}

    static List<Maker<?>> makers() {
        return List.of(
                new Maker<>(Operations.CATALOG_CREATE, 2, CatalogCommands::createCatalog),
                new Maker<>(Operations.CATALOG_DROP, 1, CatalogCommands::dropCatalog),
                new Maker<>(Operations.NAMESPACE_CREATE, 6, CatalogCommands::createNamespace),
                new Maker<>(Operations.NAMESPACE_UPDATE, 2, CatalogCommands::updateNamespace),
                new Maker<>(Operations.NAMESPACE_DROP, 2, CatalogCommands::dropNamespace),
                new Maker<>(Operations.TABLE_CREATE, 10, CatalogCommands::createTable),
                new Maker<>(Operations.TABLE_COMMIT, 16, CatalogCommands::commit),
                new Maker<>(Operations.TABLE_DROP, 2, CatalogCommands::dropTable),
                new Maker<>(Operations.PURGE_FINISH, 2, CatalogCommands::finishPurge));
    }

    private static CatalogCreate createCatalog(Chooser choose) {
        String name = "c" + choose.below(2);
        return CatalogCreate.newBuilder()
                .setName(choose.about(name))
                .setWarehouse(choose.about("s3://" + name))
                .addAllProperties(choose.properties())
                .build();
    }

    private static CatalogDrop dropCatalog(Chooser choose) {
        return CatalogDrop.newBuilder()
                .setName(choose.of(List.of(CATALOG, "c0", "c1")))
                .build();
    }

    private static NamespaceCreate createNamespace(Chooser choose) {
        NamespaceCreate.Builder create = NamespaceCreate.newBuilder().setCatalog(choose.about(CATALOG));
        for (int depth = choose.below(3); depth >= 0; depth--) {
            create.addLevels(choose.about(choose.of(List.of("a", "b"))));
        }
        return create.build();
    }

    /** A namespace that is there, or rarely one that is not. */
    private static List<String> levels(Chooser choose) {
        return choose.chance(95)
                ? choose.row(Columns.NAMESPACES)
                        .map(row -> (List<String>) row.getValue().getLevelsList())
                        .orElse(List.of("a"))
                : choose.of(List.of(List.of(), List.of("zz"), List.of("a", "")));
    }

    private static NamespaceUpdate updateNamespace(Chooser choose) {
        NamespaceRow row =
                choose.row(Columns.NAMESPACES).map(Map.Entry::getValue).orElse(NamespaceRow.getDefaultInstance());
        return NamespaceUpdate.newBuilder()
                .setCatalog(choose.about(row.getCatalog()))
                .addAllLevels(row.getLevelsList())
                .addAllUpdates(choose.properties())
                .addRemovals("k" + choose.below(3))
                .build();
    }

    private static NamespaceDrop dropNamespace(Chooser choose) {
        return NamespaceDrop.newBuilder()
                .setCatalog(choose.about(CATALOG))
                .addAllLevels(levels(choose))
                .build();
    }

    private static TableCreate createTable(Chooser choose) {
        String uuid = "u" + choose.below(30);
        return TableCreate.newBuilder()
                .setCatalog(choose.about(CATALOG))
                .addAllLevels(levels(choose))
                .setName(choose.of(List.of("t", "I", "i", "\u00e9")))
                .setUuid(choose.about(uuid))
                .setLocation(location(choose, uuid))
                .setMetadataLocation(ClusterCommands.WAREHOUSE + "/" + uuid + "/m0")
                .setSummary(TableSummary.newBuilder().setDataFiles(choose.below(9)))
                .addAllUpkeep(choose.properties())
                .setAddedFiles(choose.about(choose.below(50)))
                .setAddedBytes(choose.about(choose.below(5000)))
                .build();
    }

    private static String location(Chooser choose, String uuid) {
        return choose.chance(92)
                ? ClusterCommands.WAREHOUSE + "/" + uuid
                : choose.of(
                        List.of("", "s3://other/x", ClusterCommands.WAREHOUSE, ClusterCommands.WAREHOUSE + "/u1/deep"));
    }

    private static TableCommit commit(Chooser choose) {
        TableRow table = choose.table();
        TableCommit.Builder commit = TableCommit.newBuilder()
                .setUuid(choose.about(table.getUuid()))
                .setExpectedVersion(choose.about(table.getVersion()))
                .setMetadataLocation(choose.about(table.getLocation() + "/m" + choose.below(1_000_000)))
                .setLocation(choose.chance(97) ? table.getLocation() : location(choose, table.getUuid()))
                .setSummary(TableSummary.newBuilder().setDataFiles(choose.below(9)))
                .addAllUpkeep(choose.properties());
        DdlCommands.addWordsToTheGroup(choose, commit, table);
        if (choose.chance(table.getRunningProcess().isEmpty() ? 3 : 40)) {
            return commit.setProcessId(choose.about(table.getRunningProcess()))
                    .setEpoch(choose.epoch(table.getBucket()))
                    .setOutputFiles(choose.about(choose.below(9)))
                    .build();
        }
        return commit.setAddedFiles(choose.about(choose.below(50)))
                .setAddedBytes(choose.about(choose.below(5000)))
                .build();
    }

    private static TableDrop dropTable(Chooser choose) {
        TableRow table = choose.table();
        return TableDrop.newBuilder()
                .setCatalog(choose.about(table.getCatalog()))
                .addAllLevels(table.getLevelsList())
                .setName(choose.about(table.getName()))
                .setPurge(choose.chance(50))
                .build();
    }

    private static PurgeFinish finishPurge(Chooser choose) {
        PurgeRow purge = choose.row(Columns.PURGES).map(Map.Entry::getValue).orElse(PurgeRow.getDefaultInstance());
        return PurgeFinish.newBuilder()
                .setTableUuid(choose.about(purge.getTableUuid()))
                .setEpoch(choose.epoch(purge.getBucket()))
                .build();
    }
}
