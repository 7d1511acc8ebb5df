package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocationTest {
    @ParameterizedTest
    @CsvSource({
        "/data/wh, file:///data/wh",
        "/data//wh/, file:///data/wh",
        "//data/wh, file:///data/wh",
        "file:/data/wh, file:///data/wh",
        "file:///data/wh, file:///data/wh",
        "FILE://localhost/data/wh, file:///data/wh",
        "/data/./x/../wh, file:///data/wh",
        "s3://bucket, s3://bucket",
        "s3://bucket/, s3://bucket",
        "S3://bucket//a/b//, s3://bucket/a/b",
        "s3a://bucket/a, s3a://bucket/a",
        "hdfs:///wh, hdfs:///wh",
        "hdfs://nn:8020/wh, hdfs://nn:8020/wh",
        "s3://bucket/a%2Fb c, s3://bucket/a%2Fb c"
    })
    void spellingsOfOnePlaceHaveOneForm(String spelling, String form) {
        assertThat(parse(spelling).text()).isEqualTo(form);
        assertThat(parse(parse(spelling).text())).isEqualTo(parse(spelling));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "wh",
                "./wh",
                "/",
                "file:///",
                "/..",
                "/a/../..",
                "/a/../../b",
                "file://host/wh",
                "s3:",
                "s3:bucket",
                "s3://",
                ":///x",
                "1s://b/x",
                "s_3://b/x",
                "s3://b/a/../c",
                "s3://b/./c",
                "s3://b/a?x=1",
                "s3://b/a#x",
                "s3://b/a\nb",
                "/a\u0000b"
            })
    void whatIsNoPlaceIsRefused(String text) {
        assertThat(Location.parse(text)).isEmpty();
        assertThat(Locations.malformed(text)).map(Objection::code).contains(ErrorCode.BAD_REQUEST);
    }

    @ParameterizedTest
    @CsvSource({
        "/data/wh, file:///data/wh/",
        "s3a://Bucket/A, s3://bucket/A/",
        "s3n://bucket/A, s3://bucket/A/",
        "s3://bucket, s3://bucket/",
        "abfs://c@a.dfs.core.windows.net/x, abfss://c@a.dfs.core.windows.net/x/",
        "hdfs://NN:8020/x, hdfs://nn:8020/x/"
    })
    void namesOfOneStoreHaveOneKey(String spelling, String key) {
        assertThat(parse(spelling).key()).isEqualTo(key);
        assertThat(parse(spelling).keysDownToThis()).endsWith(key);
    }

    @Test
    void theKeysAroundALocationBeginAtTheRoot() {
        assertThat(parse("s3://b/x/y").keysDownToThis()).containsExactly("s3://b/", "s3://b/x/", "s3://b/x/y/");
    }

    @Test
    void insideIsAboutWholeSegments() {
        Location around = parse("s3://b/wh");

        assertThat(parse("s3://b/wh/t").isInside(around)).isTrue();
        assertThat(parse("s3a://b/wh/t").isInside(around)).isTrue();
        assertThat(parse("s3://b/wh2/t").isInside(around)).isFalse();
        assertThat(parse("s3://b/wh").isInside(around)).isFalse();
        assertThat(parse("s3://c/wh/t").isInside(around)).isFalse();
        assertThat(around.isInside(parse("s3://b"))).isTrue();
    }

    @Test
    void overlapIsMutual() {
        assertThat(parse("/a").overlaps(parse("/a/b"))).isTrue();
        assertThat(parse("/a/b").overlaps(parse("/a"))).isTrue();
        assertThat(parse("/a").overlaps(parse("file:///a/"))).isTrue();
        assertThat(parse("/a").overlaps(parse("/ab"))).isFalse();
    }

    private static Location parse(String text) {
        return Location.parse(text).orElseThrow();
    }
}
