package io.ams.web.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void numbersStandToTheRightAndTextToTheLeft() {
        String text = new TextTable("NAME", "FILES", "NOTE")
                .row("a", 5, "")
                .row("long name", 1200, "x")
                .row("b", null, "y")
                .render();

        assertThat(text).isEqualTo("""
                        NAME       FILES  NOTE
                        a              5
                        long name   1200  x
                        b              -  y
                        """);
    }

    @Test
    void aRowOfAnotherWidthIsAMistake() {
        assertThatThrownBy(() -> new TextTable("A", "B").row("x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 cells for 2 columns");
    }

    @Test
    void progressIsABarOnATerminalAndALineEachTenthElsewhere() {
        StringWriter terminal = new StringWriter();
        StringWriter plain = new StringWriter();
        Progress bar = new Progress(new PrintWriter(terminal), true, "files", 20);
        Progress lines = new Progress(new PrintWriter(plain), false, "files", 20);
        for (int done = 1; done <= 20; done++) {
            bar.show(done);
            lines.show(done);
        }

        assertThat(terminal.toString())
                .contains("\rfiles [####################....................] 10/20")
                .endsWith("\rfiles [########################################] 20/20" + System.lineSeparator());
        assertThat(plain.toString().lines().toList())
                .hasSize(10)
                .startsWith("files 2/20")
                .endsWith("files 20/20");
    }
}
