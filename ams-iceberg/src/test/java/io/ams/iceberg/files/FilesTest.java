package io.ams.iceberg.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ams.op.ErrorCode;
import io.ams.proto.CatalogRow;
import io.ams.raft.AmsException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.SeekableInputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesTest {
    @Test
    void every_spelling_of_a_local_place_is_one() {
        for (String spelling : List.of("/a/b", "file:/a/b", "file:///a/b/", "FILE://localhost/a//b")) {
            assertThat(Locations.normalise(spelling)).isEqualTo("file:/a/b/");
            assertThat(Locations.isLocal(spelling)).isTrue();
        }
        assertThat(Locations.normalise("S3://Bucket/a")).isEqualTo("s3://Bucket/a/");
        assertThat(Locations.isLocal("s3://b/a")).isFalse();
        assertThat(Locations.isLocal("file://host/a")).isFalse();
    }

    @Test
    void what_lies_below_is_told_from_what_only_begins_alike() {
        assertThat(Locations.isBelow("file:/wh", "/wh/t")).isTrue();
        assertThat(Locations.isBelow("file:/wh", "/wh2/t")).isFalse();
        assertThat(Locations.isBelow("file:/wh", "/wh/")).isFalse();
        assertThat(Locations.isBelow("file:/wh", "file:/wh/a%2e%2e/b")).isTrue();
        for (String bad : List.of("/wh/../x", "/wh/./x", "", "wh/t", "/wh/a\nb")) {
            assertThatThrownBy(() -> Locations.isBelow("file:/wh", bad)).isInstanceOf(AmsException.class);
        }
    }

    @Test
    void a_file_is_written_once_read_in_parts_and_deleted(@TempDir Path folder) throws Exception {
        LocalFileIO files = new LocalFileIO();
        String location = folder.toUri() + "deep/er/a%20b.txt";
        try (OutputStream out = files.newOutputFile(location).create()) {
            out.write("0123456789".getBytes(StandardCharsets.UTF_8));
            out.write(new byte[100_000]);
        }
        assertThat(folder.resolve("deep/er/a%20b.txt")).hasSize(100_010);
        assertThat(files.newInputFile(location).getLength()).isEqualTo(100_010);
        try (SeekableInputStream in = files.newInputFile(location).newStream()) {
            in.seek(3);
            assertThat(in.read()).isEqualTo('3');
            assertThat(in.getPos()).isEqualTo(4);
            assertThat(in.readNBytes(3)).isEqualTo("456".getBytes(StandardCharsets.UTF_8));
        }
        assertThatThrownBy(() -> files.newOutputFile(location).create()).isInstanceOf(AlreadyExistsException.class);
        files.deleteFile(location);
        files.deleteFile(location);
        assertThat(files.newInputFile(location).exists()).isFalse();
        assertThatThrownBy(() -> files.newInputFile(location).newStream())
                .isInstanceOf(NotFoundException.class)
                .hasMessageStartingWith("Failed to open input stream for file: " + location);
    }

    @Test
    void nothing_outside_the_warehouse_is_opened(@TempDir Path folder) {
        try (FileIOs all = new FileIOs()) {
            CatalogRow catalog = CatalogRow.newBuilder()
                    .setName("c")
                    .setWarehouse(folder.resolve("wh").toUri().toString())
                    .build();
            FileIO files = all.of(catalog);
            assertThat(all.of(catalog)).isSameAs(files);
            String outside = folder.resolve("x").toUri().toString();
            List<ThrowingCallable> calls = List.of(
                    () -> files.newInputFile(outside),
                    () -> files.newInputFile(outside, 1),
                    () -> files.newOutputFile(outside),
                    () -> files.deleteFile(outside));
            for (ThrowingCallable call : calls) {
                assertThatThrownBy(call)
                        .isInstanceOfSatisfying(
                                AmsException.class,
                                refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.LOCATION_OUTSIDE_WAREHOUSE));
            }
        }
    }
}
