package io.ams.iceberg.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.Operations;
import io.ams.proto.PurgeRow;
import io.ams.proto.TableDrop;
import io.ams.proto.TableRow;
import io.ams.state.Columns;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PurgeRunnerTest {
    private Lakehouse house;
    private String table;
    private Path place;

    @BeforeEach
    void aTableWithFiles(@TempDir Path folder) {
        house = new Lakehouse(folder);
        house.own(Lakehouse.N1);
        table = house.createTable(2, false, Map.of());
        place = Path.of(house.row(table).getLocation().substring("file://".length()));
        house.append(table, 3, 1, "a");
        house.append(table, 3, 1, "a");
    }

    private void drop() {
        TableRow row = house.row(table);
        house.submit(
                Operations.TABLE_DROP,
                TableDrop.newBuilder()
                        .setCatalog("default")
                        .addLevels("ns")
                        .setName(row.getName())
                        .setPurge(true)
                        .build());
    }

    private Optional<PurgeRow> purge() {
        return house.replica.readLocal(view -> view.get(Columns.PURGES, table)).value();
    }

    private boolean run(long epoch) {
        return new PurgeRunner("owner", house.replica, house.source).purge(purge().orElseThrow(), epoch);
    }

    private long epoch() {
        return house.epoch(purge().orElseThrow().getBucket());
    }

    @Test
    void everyReachableFileIsDeletedAndTheLogToldSo() {
        String other = house.createTable(2, false, Map.of());
        house.append(other, 2, 1, "a");
        drop();
        assertThat(Lakehouse.filesBelow(place)).isNotEmpty();
        assertThat(run(epoch())).isTrue();
        // What users wrote without keeping track of it (metadata of the test's own commits) may be left; data may not.
        assertThat(Lakehouse.filesBelow(place)).noneMatch(name -> name.endsWith(".parquet") || name.endsWith(".avro"));
        assertThat(purge()).isEmpty();
        assertThat(house.rows(other)).hasSize(2);
    }

    @Test
    void anotherRunAfterAKillGetsToTheEnd() {
        drop();
        Lakehouse.filesBelow(place).stream()
                .filter(name -> name.endsWith(".avro"))
                .findFirst()
                .ifPresent(name -> house.storage.deleteFile("file://" + name));
        assertThat(run(epoch())).isTrue();
        assertThat(purge()).isEmpty();
    }

    @Test
    void afterTheMetadataFileThereIsOnlyTheLogToTell() {
        drop();
        house.storage.deleteFile(purge().orElseThrow().getMetadataLocation());
        assertThat(run(epoch())).isTrue();
        assertThat(purge()).isEmpty();
    }

    @Test
    void aFormerOwnerDoesNotEndIt() {
        drop();
        long old = epoch();
        house.own(Lakehouse.N2);
        run(old);
        assertThat(purge()).isPresent();
    }
}
