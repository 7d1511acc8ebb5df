package io.ams.web.ddl.mysql;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextStringContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextStringLiteralContext;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Strings as characters: quotes and escapes resolved, neighbours joined. */
final class Strings {
    private static final Set<String> UTF8 = Set.of("_utf8", "_utf8mb3", "_utf8mb4");

    /** Charsets in which the bytes of ASCII text are not ASCII text. */
    private static final Pattern WIDE = Pattern.compile("_(ucs2|utf16|utf16le|utf32)");

    private Strings() {}

    static String of(TextLiteralContext literal) {
        StringBuilder text = new StringBuilder();
        TerminalNode national = literal.NCHAR_TEXT();
        if (national != null) {
            text.append(unquoted(national.getText().substring(1)));
        }
        for (TextStringLiteralContext part : literal.textStringLiteral()) {
            text.append(unquoted(part.getText()));
        }
        TerminalNode charset = literal.UNDERSCORE_CHARSET();
        if (charset != null) {
            checkCharset(charset.getText(), text);
        }
        return text.toString();
    }

    /** A member of an enumeration. */
    static String of(TextStringContext string) {
        if (string.textStringLiteral() == null) {
            throw new NotUnderstoodException(
                    "the member " + SqlText.words(string),
                    "which characters it means depends on the column's charset",
                    "write it as a quoted string, or " + NotUnderstoodException.USE_CHANGES);
        }
        return unquoted(string.textStringLiteral().getText());
    }

    static boolean isUtf8(String introducer) {
        return UTF8.contains(introducer.toLowerCase(Locale.ROOT));
    }

    /** An introducer says that the bytes of the string, not its characters, are of another charset. */
    private static void checkCharset(String introducer, CharSequence text) {
        String charset = introducer.toLowerCase(Locale.ROOT);
        boolean ascii = text.chars().allMatch(c -> c < 0x80);
        if (!isUtf8(charset) && (!ascii || WIDE.matcher(charset).matches())) {
            throw new NotUnderstoodException(
                    "the string after " + introducer,
                    "its bytes are read in that charset, and the text here does not show them",
                    "write it without the charset, or " + NotUnderstoodException.USE_CHANGES);
        }
    }

    static String unquoted(String quoted) {
        char quote = quoted.charAt(0);
        StringBuilder text = new StringBuilder(quoted.length());
        int end = quoted.length() - 1;
        for (int i = 1; i < end; i++) {
            char c = quoted.charAt(i);
            if (c == quote) {
                i++;
                text.append(quote);
            } else if (c == '\\' && i + 1 < end) {
                i++;
                unescape(quoted.charAt(i), text);
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private static void unescape(char escaped, StringBuilder text) {
        switch (escaped) {
            case '0' -> text.append('\0');
            case 'b' -> text.append('\b');
            case 'n' -> text.append('\n');
            case 'r' -> text.append('\r');
            case 't' -> text.append('\t');
            case 'Z' -> text.append('\u001A');
            // Left as they are, for patterns.
            case '%', '_' -> text.append('\\').append(escaped);
            default -> text.append(escaped);
        }
    }
}
