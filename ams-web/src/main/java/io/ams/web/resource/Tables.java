package io.ams.web.resource;

import io.ams.op.ErrorCode;
import io.ams.proto.NameKind;
import io.ams.proto.TableRow;
import io.ams.raft.AmsException;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.Levels;
import io.ams.state.View;
import io.ams.web.api.TablePage;
import io.ams.web.api.TableView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds tables in the state: by uuid, by name, page by page. */
public final class Tables {
    private final TableVerdicts verdicts;

    public Tables(TableVerdicts verdicts) {
        this.verdicts = verdicts;
    }

    public TableView view(View view, TableRow row) {
        TableVerdicts.Verdict verdict = verdicts.of(view, row);
        return TableView.of(
                row, view.get(Columns.BUCKETS, row.getBucket()), verdict.health(), verdict.status(), verdict.reason());
    }

    public Optional<TableView> byUuid(View view, String uuid) {
        return view.get(Columns.TABLES, uuid).map(row -> view(view, row));
    }

    /** The levels and the name are separated by dots, or by U+001F where they hold dots themselves. */
    Optional<TableView> byName(View view, String catalog, String dotted) {
        List<String> parts = parts(dotted);
        int last = parts.size() - 1;
        if (last == 0) {
            return Optional.empty();
        }
        return view.get(Columns.NAMES, new Keys.NameKey(catalog, parts.subList(0, last), parts.get(last)))
                .filter(name -> name.getKind() == NameKind.TABLE)
                .flatMap(name -> byUuid(view, name.getUuid()));
    }

    /** The levels and the name of a table's name: between dots, or between Iceberg's separators if names have dots in them. */
    static List<String> parts(String dotted) {
        String separator = dotted.indexOf(Levels.SEPARATOR) >= 0 ? String.valueOf(Levels.SEPARATOR) : "\\.";
        return Arrays.asList(dotted.split(separator, -1));
    }

    /** A page in the order of names, beginning behind the token's. */
    TablePage page(View view, Optional<String> catalog, Optional<Keys.NameKey> after, int size) {
        KeyRange all =
                catalog.map(name -> KeyRange.prefix(out -> out.text(name))).orElse(KeyRange.all());
        KeyRange range = after.map(key -> all.after(Columns.NAMES, key)).orElse(all);
        List<TableView> tables = new ArrayList<>();
        List<Keys.NameKey> keys = new ArrayList<>();
        boolean[] more = {false};
        view.scan(Columns.NAMES, range, (key, name) -> {
            if (name.getKind() != NameKind.TABLE) {
                return true;
            }
            if (tables.size() == size) {
                more[0] = true;
                return false;
            }
            byUuid(view, name.getUuid()).ifPresent(table -> {
                tables.add(table);
                keys.add(key);
            });
            return true;
        });
        return new TablePage(tables, more[0] ? token(keys.get(keys.size() - 1)) : null);
    }

    private static String token(Keys.NameKey key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Columns.NAMES.encode(key));
    }

    /** Where a page begins. An empty token is a beginning too. */
    static Optional<Keys.NameKey> position(@Nullable String token) {
        if (token == null || token.isEmpty()) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(token);
            Keys.NameKey key = Columns.NAMES.decode(bytes);
            if (Arrays.equals(Columns.NAMES.encode(key), bytes)) {
                return Optional.of(key);
            }
        } catch (RuntimeException e) {
            // Whatever the bytes are, they are no key: said below.
        }
        throw new AmsException(ErrorCode.BAD_REQUEST, "pageToken is none that this API gave out; begin without one");
    }
}
