package io.ams.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.ddl.ColumnType.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnTypeTest {
    private static void assertRoundTrip(ColumnType type) {
        assertThat(ColumnType.parse(type.toString())).contains(type);
    }

    @Test
    void everyTypeIsReadAsItIsWritten() {
        for (Kind kind : Kind.values()) {
            if (kind != Kind.DECIMAL && kind != Kind.FIXED && kind != Kind.OTHER) {
                assertRoundTrip(ColumnType.of(kind));
            }
        }
        for (int precision = 1; precision <= ColumnType.MAX_PRECISION; precision++) {
            for (int scale = 0; scale <= precision; scale++) {
                assertRoundTrip(ColumnType.decimal(precision, scale));
            }
        }
        for (String text : new String[] {
            "fixed[16]", "variant", "geometry(OGC:CRS84)", "geometry(srid:3857)", "geography(srid:4326, spherical)"
        }) {
            ColumnType type = ColumnType.parse(text).orElseThrow();
            assertThat(type.toString()).isEqualTo(text);
            assertRoundTrip(type);
        }
    }

    @Test
    void blanksInsideMakeNoDifference() {
        assertThat(ColumnType.parse("decimal( 5 , 2 )")).contains(ColumnType.decimal(5, 2));
        assertThat(ColumnType.parse("fixed[ 16 ]")).isEqualTo(ColumnType.parse("fixed[16]"));
        assertThat(ColumnType.parse("geography( a ,karney)")).isEqualTo(ColumnType.parse("geography(a, karney)"));
    }

    @Test
    void whatIsNotSaidOfTheEarthIsWhatIcebergTakesItFor() {
        assertThat(ColumnType.parse("geometry").orElseThrow()).hasToString("geometry(OGC:CRS84)");
        assertThat(ColumnType.parse("geography").orElseThrow()).hasToString("geography(OGC:CRS84, spherical)");
        assertThat(ColumnType.parse("geography(srid:4326)").orElseThrow())
                .hasToString("geography(srid:4326, spherical)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "integer",
                "INT",
                "decimal",
                "decimal(39,2)",
                "decimal(5,6)",
                "decimal(0,0)",
                "fixed",
                "varchar(3)",
                "geography(a, flat)"
            })
    void whatIsNoTypeIsNotRead(String text) {
        assertThat(ColumnType.parse(text)).isEmpty();
    }

    @Test
    void whoeverNamesNoTypeIsToldThem() {
        assertThat(ColumnType.unknown("interger"))
                .startsWith("there is no type 'interger'; types are unknown, boolean, int, long")
                .contains("decimal(precision,scale)", "fixed[length]", "map, variant");
    }
}
