package io.ams.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyOrderTest {
    /** Characters that are next to the escapes, and ones of two, three and four bytes. */
    private static final String[] CHARACTERS = {"\0", "\1", "\2", "\u001f", "a", "b", "\u007f", "é", "ÿ", "€", "😀"};

    private static final Comparator<String> BY_UTF8 =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    static LongStream seeds() {
        return LongStream.range(1, 21);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theOrderOfTheBytesIsTheOrderOfTheParts(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Comparator<Keys.QueueKey> byParts = Comparator.comparing(Keys.QueueKey::group, BY_UTF8)
                .thenComparingLong(Keys.QueueKey::timeMillis)
                .thenComparing(Keys.QueueKey::processId, BY_UTF8)
                .thenComparingInt(Keys.QueueKey::number);
        for (int i = 0; i < 300; i++) {
            Keys.QueueKey a = key(random);
            Keys.QueueKey b = key(random);
            int byBytes = Arrays.compareUnsigned(Columns.QUEUE.encode(a), Columns.QUEUE.encode(b));
            assertThat(Integer.signum(byBytes)).as("%s and %s", a, b).isEqualTo(Integer.signum(byParts.compare(a, b)));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsWrittenReadsBack(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 300; i++) {
            Keys.QueueKey key = key(random);
            assertThat(Columns.QUEUE.decode(Columns.QUEUE.encode(key))).isEqualTo(key);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aPrefixOfWholePartsCoversTheKeysThatHaveThemAndNoOther(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 300; i++) {
            String group = text(random);
            Keys.QueueKey key = key(random);
            byte[] bytes = Columns.QUEUE.encode(key);
            KeyRange range = Keys.QueueKey.of(group);

            assertThat(range.contains(bytes)).isEqualTo(key.group().equals(group));
            assertThat(range.isPast(bytes)).isEqualTo(BY_UTF8.compare(key.group(), group) > 0);
            if (range.contains(bytes)) {
                assertThat(Arrays.compareUnsigned(range.start(), bytes)).isNotPositive();
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theNextPageBeginsJustAfterTheLastKeyOfThisOne(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 300; i++) {
            Keys.QueueKey last = key(random);
            Keys.QueueKey key = key(random);
            byte[] bytes = Columns.QUEUE.encode(key);
            boolean later = Arrays.compareUnsigned(bytes, Columns.QUEUE.encode(last)) > 0;
            KeyRange page = KeyRange.all().after(Columns.QUEUE, last);
            KeyRange pageOfGroup = Keys.QueueKey.of(key.group()).after(Columns.QUEUE, last);

            assertThat(page.contains(bytes)).isEqualTo(later);
            assertThat(pageOfGroup.contains(bytes)).isEqualTo(later);
            assertThat(pageOfGroup.isPast(bytes)).isFalse();
        }
    }

    @Test
    void theBeginningOfATextCoversEveryTextThatBeginsSo() {
        KeyRange range = KeyRange.prefix(out -> out.openText("a\0"));

        assertThat(range.contains(Columns.SETTINGS.encode("a\0"))).isTrue();
        assertThat(range.contains(Columns.SETTINGS.encode("a\0b"))).isTrue();
        assertThat(range.contains(Columns.SETTINGS.encode("a"))).isFalse();
        assertThat(range.contains(Columns.SETTINGS.encode("a\1"))).isFalse();
    }

    @Test
    void theChildrenOfANamespaceAreItsDirectOnes() {
        KeyRange children = Keys.NamespaceKey.childrenOf("c", java.util.List.of("a"));

        assertThat(children.contains(namespace("c", "a", "b"))).isTrue();
        assertThat(children.contains(namespace("c", "a"))).isFalse();
        assertThat(children.contains(namespace("c", "a", "b", "d"))).isFalse();
        assertThat(children.contains(namespace("c", "ab", "b"))).isFalse();
        assertThat(children.contains(namespace("d", "a", "b"))).isFalse();
        KeyRange top = Keys.NamespaceKey.childrenOf("c", java.util.List.of());
        assertThat(top.contains(namespace("c", "a"))).isTrue();
        assertThat(top.contains(namespace("c", "a", "b"))).isFalse();
    }

    @Test
    void negativeNumbersAreNoKeys() {
        assertThatIllegalArgumentException().isThrownBy(() -> Columns.BUCKETS.encode(-1));
    }

    @Test
    void aKeyThatEndsInTheMiddleIsCorrupt() {
        byte[] whole = Columns.QUEUE.encode(new Keys.QueueKey("g", 1, "p", 2));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> Columns.QUEUE.decode(cut)).isInstanceOf(StateCorruptedException.class);
        }
    }

    private static byte[] namespace(String catalog, String... levels) {
        return Columns.NAMESPACES.encode(new Keys.NamespaceKey(catalog, java.util.List.of(levels)));
    }

    private static Keys.QueueKey key(SplittableRandom random) {
        return new Keys.QueueKey(text(random), number(random), text(random), (int) (number(random) & 0x7FFF_FFFF));
    }

    private static long number(SplittableRandom random) {
        return random.nextLong() >>> random.nextInt(1, 64);
    }

    /** Short, so that one is often the beginning of another. */
    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(4); length > 0; length--) {
            text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
        }
        return text.toString();
    }
}
