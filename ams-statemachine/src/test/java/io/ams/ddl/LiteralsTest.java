package io.ams.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiteralsTest {
    private static Optional<String> canonical(String type, String text) {
        return Literals.canonical(ColumnType.parse(type).orElseThrow(), text);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "int|5,+5,05,5.0,5e0,50e-1|5",
                "int|-0,0,0.000|0",
                "long|9223372036854775807,9223372036854775807.0|9223372036854775807",
                "float|1.5,1.50,15e-1|1.5",
                "double|100,1e2,100.0|100",
                "double|-0.0,0|0",
                "float|0.1,0.10000000149011612|0.1",
                "float|3.14159265|3.1415927",
                "float|16777217,16777216|16777216",
                "float|1e-50,0|0",
                "double|0.1,0.1000000000000000055511151231257827|0.1",
                "double|0.30000000000000004|0.30000000000000004",
                "double|123456789012345678901234567890|123456789012345680000000000000",
                "decimal(5,2)|1,1.0,1.00,100e-2|1.00",
                "decimal(5,0)|12,12.0|12",
                "date|2024-02-29|2024-02-29",
                "time|23:59,23:59:00,23:59:00.000|23:59:00",
                "time|23:59:59.5,23:59:59.500000|23:59:59.500000",
                "timestamp|2024-02-29 12:30,2024-02-29T12:30:00.0|2024-02-29T12:30:00",
                "timestamptz|2024-02-29 12:30:01.25Z,2024-02-29T12:30:01.250+00:00|2024-02-29T12:30:01.250000+00:00",
                "timestamp_ns|2024-02-29 12:30:01.123456789|2024-02-29T12:30:01.123456789",
                "timestamp_ns|1677-09-21 00:12:43.145224193|1677-09-21T00:12:43.145224193",
                "timestamp_ns|2262-04-11 23:47:16.854775807|2262-04-11T23:47:16.854775807",
                "binary|0AFF|0AFF",
                "boolean|true|true",
                "boolean|1|true",
                "boolean|0|false",
            })
    void everySpellingOfAValueBecomesOne(String type, String spellings, String expected) {
        for (String spelling : spellings.split(",", -1)) {
            assertThat(canonical(type, spelling)).as("%s", spelling).contains(expected);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "int,2147483648",
        "int,1.5",
        "int,x",
        "long,9223372036854775808",
        "float,1e39",
        "double,1e309",
        "'decimal(5,2)',1.234",
        "'decimal(5,2)',1000",
        "date,2023-02-29",
        "date,+10000-01-01",
        "date,-0001-01-01",
        "timestamp_ns,1677-09-21T00:12:43",
        "timestamp_ns,2262-04-11T23:47:16.854775808",
        "timestamptz_ns,9999-12-31T00:00:00Z",
        "time,24:00",
        "timestamp,2024-02-29",
        "timestamp,2024-02-29T12:30:00.1234567",
        "binary,ABC",
        "binary,ab",
        "'fixed[2]',AB",
        "boolean,yes",
        "boolean,2",
        "uuid,x",
        "struct,x",
    })
    void whatIsNoValueOfTheTypeHasNoSpelling(String type, String text) {
        assertThat(canonical(type, text)).isEmpty();
    }

    @Test
    void theOneSpellingIsItsOwn() {
        long seed = 3;
        SplittableRandom random = new SplittableRandom(seed);
        List<String> types = List.of("int", "long", "float", "double", "decimal(9,3)", "decimal(38,10)", "string");
        int values = 0;
        for (int i = 0; i < 20_000; i++) {
            BigDecimal number = BigDecimal.valueOf(random.nextInt(-100_000, 100_000), random.nextInt(-2, 5));
            List<String> spellings = new ArrayList<>(List.of(number.toString(), number.toPlainString()));
            spellings.add(number.setScale(Math.max(number.scale(), 0) + 2).toString());
            for (String type : types) {
                Optional<String> first = canonical(type, spellings.get(0));
                first.ifPresent(text ->
                        assertThat(canonical(type, text)).as("seed %s", seed).contains(text));
                values += first.isPresent() ? 1 : 0;
                if (!type.equals("string")) {
                    assertThat(spellings)
                            .as("%s, seed %s", type, seed)
                            .allMatch(text -> canonical(type, text).equals(first));
                }
            }
        }
        assertThat(values).isGreaterThan(60_000);
    }

    @Test
    void aValueKeepsItsMeaningInAnotherType() {
        ColumnType date = ColumnType.of(ColumnType.Kind.DATE);
        ColumnType whole = ColumnType.of(ColumnType.Kind.INT);
        assertThat(Literals.as(whole, ColumnType.decimal(5, 2), "5")).contains("5.00");
        assertThat(Literals.as(whole, ColumnType.of(ColumnType.Kind.STRING), "5"))
                .contains("5");
        assertThat(Literals.as(whole, date, "5")).isEmpty();
        assertThat(Literals.as(whole, ColumnType.of(ColumnType.Kind.STRUCT), "5"))
                .isEmpty();
        assertThat(Literals.as(date, ColumnType.of(ColumnType.Kind.TIMESTAMPTZ), "2024-02-29"))
                .contains("2024-02-29T00:00:00+00:00");
    }

    /** What a table's file gives back is the number that the type has: it must be spelled as it was when it was set. */
    @Test
    void aFloatingNumberIsSpelledWithTheDigitsThatItsTypeKeeps() {
        long seed = 5;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            double twofold = Double.longBitsToDouble(random.nextLong());
            float single = Float.intBitsToFloat(random.nextInt());
            if (Double.isFinite(twofold)) {
                String text =
                        canonical("double", new BigDecimal(twofold).toString()).orElse("");
                if (!text.isEmpty()) {
                    assertThat(Double.parseDouble(text)).as("seed %s", seed).isEqualTo(twofold + 0.0);
                    assertThat(canonical("double", text)).contains(text);
                }
            }
            if (Float.isFinite(single)) {
                String text =
                        canonical("float", new BigDecimal(single).toString()).orElseThrow();
                assertThat(Float.parseFloat(text)).as("seed %s", seed).isEqualTo(single + 0.0f);
                assertThat(canonical("float", text)).contains(text);
            }
        }
    }
}
