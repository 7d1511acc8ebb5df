package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.ddl.Bindings;
import io.ams.ddl.ShardDraft;
import io.ams.ddl.TargetDraft;
import io.ams.ddl.group.ConflictKinds;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlConflictRow;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlDecisionRow;
import io.ams.proto.DdlEventRow;
import io.ams.proto.DdlGroupRow;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlResolve;
import io.ams.proto.DdlStep;
import io.ams.proto.DdlVerb;
import io.ams.proto.DdlWarning;
import io.ams.proto.TargetField;
import io.ams.proto.TargetShape;
import io.ams.raft.Reply;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.Rows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One group, told what its shards do and asked what became of it, all in short texts.
 *
 * <p>What is said to a command is {@code APPLIED EXECUTE SKIP}: the verdict and what was done, change by change; {@code BLOCKED TYPE}
 * and {@code REJECTED TYPE} name the conflict; warnings follow as {@code !LOSSY}; a refusal is {@code refused DDL_SEQ_GAP}.
 */
public final class DdlScene {
    private final DdlDriver driver;
    private final String group;
    private final boolean twice;
    private final DdlMode mode;
    private final DdlPolicies policies;
    private final int format;
    private final Map<String, Long> announced = new HashMap<>();
    private final List<DdlAnnounce> taken = new ArrayList<>();
    private @Nullable DdlScene beside;

    /**
     * @param twice every announcement is sent a second time, which must be answered as the first
     */
    public DdlScene(DdlDriver driver, String group, DdlMode mode, DdlPolicies policies, int format, boolean twice) {
        this.driver = driver;
        this.group = group;
        this.twice = twice;
        this.mode = mode;
        this.policies = policies;
        this.format = format;
        driver.createGroup(group, mode, policies, DdlDriver.emptyShape(format));
    }

    /** A second group like this one, over a table of its own; the same one whenever it is asked for. */
    public DdlScene beside() {
        if (beside == null) {
            beside = new DdlScene(driver, group + "-beside", mode, policies, format, twice);
        }
        return beside;
    }

    /** A shard joins with this schema; one that is there already tells its schema again. */
    public String join(String shard, String schema) {
        return join(shard, schema, false);
    }

    /** A shard joins whatever it has in conflict with the target. */
    public String joinSkipping(String shard, String schema) {
        return join(shard, schema, true);
    }

    private String join(String shard, String schema, boolean skipConflicts) {
        startNumbers(shard);
        return said(driver.join(DdlJoin.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setSchema(ChangeText.schema(schema))
                .setSkipConflicts(skipConflicts)
                .build()));
    }

    /** Announcements of a shard that is new, or was away, are numbered from one. */
    private void startNumbers(String shard) {
        boolean there = driver.read(view -> view.get(Columns.DDL_MEMBERS, new Keys.ShardKey(group, shard)))
                .filter(member -> member.getState() != DdlMemberState.MEMBER_LEFT)
                .isPresent();
        if (!there) {
            announced.put(shard, 0L);
        }
    }

    /** A shard joins whose rows are being copied still. */
    public String joinLoading(String shard, String schema) {
        startNumbers(shard);
        return said(driver.join(DdlJoin.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setLoading(true)
                .setSchema(ChangeText.schema(schema))
                .build()));
    }

    /** A shard that was loading begins to stream. */
    public String stream(String shard) {
        return said(
                driver.join(DdlJoin.newBuilder().setGroup(group).setShard(shard).build()));
    }

    public String leave(String shard) {
        forget(shard);
        return said(driver.leave(group, shard));
    }

    /** The shard's next announcement. */
    public String announce(String shard, String changes) {
        long seq = announced.getOrDefault(shard, 0L) + 1;
        return announce(shard, seq, changes);
    }

    /** An announcement under this number. */
    public String announce(String shard, long seq, String changes) {
        return announce(DdlAnnounce.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setSeq(seq)
                .addAllChanges(ChangeText.changes(changes))
                .build());
    }

    /** The shard's next announcement, with the schema that it says it has before. */
    public String announceFrom(String shard, String before, String changes) {
        long seq = announced.getOrDefault(shard, 0L) + 1;
        return announce(DdlAnnounce.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setSeq(seq)
                .setBefore(ChangeText.schema(before))
                .addAllChanges(ChangeText.changes(changes))
                .build());
    }

    private String announce(DdlAnnounce announcement) {
        Reply<DdlDecided> reply = driver.announce(announcement);
        if (twice) {
            assertThat(said(driver.announce(announcement)))
                    .as("said to the repeated announcement %s", announcement.getSeq())
                    .isEqualTo(said(reply));
        }
        String said = said(reply);
        if (!said.startsWith("refused") && !said.startsWith("REJECTED")) {
            remember(announcement);
        }
        return said;
    }

    private void remember(DdlAnnounce announcement) {
        long known = announced.getOrDefault(announcement.getShard(), 0L);
        if (announcement.getSeq() > known) {
            announced.put(announcement.getShard(), announcement.getSeq());
            taken.add(announcement);
        }
    }

    private void forget(String shard) {
        taken.removeIf(announcement -> announcement.getShard().equals(shard));
    }

    /**
     * Every announcement that was taken from shards that are still there, once more and the last one first: each is answered with
     * what became of it, and nothing changes.
     */
    public void repeatAll() {
        if (!taken.isEmpty()) {
            long version = row().getVersion();
            for (int i = taken.size() - 1; i >= 0; i--) {
                repeat(taken.get(i));
            }
            assertThat(row().getVersion()).as("version of the group").isEqualTo(version);
        }
        if (beside != null) {
            beside.repeatAll();
        }
    }

    private void repeat(DdlAnnounce announcement) {
        String shard = announcement.getShard();
        long seq = announcement.getSeq();
        String became = member(shard).getAcknowledged() >= seq ? "refused DDL_SEQ_ACKNOWLEDGED" : became(shard, seq);
        assertThat(said(driver.announce(announcement)))
                .as("said to announcement %s of %s when it came again", seq, shard)
                .startsWith(became);
    }

    private String became(String shard, long seq) {
        String decided = decision(shard, seq);
        return decided.equals("none") ? pendingVerdict(shard, seq) : decided;
    }

    private String pendingVerdict(String shard, long seq) {
        return driver.read(view -> view.get(Columns.DDL_PENDING, new Keys.AnnouncementKey(group, shard, seq)))
                .map(row -> row.getVerdict().name().substring("VERDICT_".length()))
                .orElse("none");
    }

    /** Ends what the shard waits for. */
    public String resolve(String shard, DdlVerb verb) {
        if (verb == DdlVerb.VERB_DETACH) {
            forget(shard);
        }
        return said(driver.resolve(DdlResolve.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setVerb(verb)
                .build()));
    }

    public String replace(String shard, String changes) {
        return said(driver.resolve(DdlResolve.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setVerb(DdlVerb.VERB_REPLACE)
                .addAllChanges(ChangeText.changes(changes))
                .build()));
    }

    public String setSchema(String shard, String schema) {
        return said(driver.resolve(DdlResolve.newBuilder()
                .setGroup(group)
                .setShard(shard)
                .setVerb(DdlVerb.VERB_SET_SCHEMA)
                .setSchema(ChangeText.schema(schema))
                .build()));
    }

    public String rebind(String shard, String newShard) {
        String said = said(driver.rebind(group, shard, newShard));
        if (!said.startsWith("refused")) {
            announced.put(newShard, announced.getOrDefault(shard, 0L));
            announced.remove(shard);
            taken.replaceAll(announcement -> announcement.getShard().equals(shard)
                    ? announcement.toBuilder().setShard(newShard).build()
                    : announcement);
        }
        return said;
    }

    public String acknowledge(String shard, long seq) {
        return said(driver.acknowledge(group, shard, seq));
    }

    /** Gives the group another mode; "ok", or why not. */
    public String configure(DdlMode mode) {
        return driver.configure(group, mode).fold(done -> "ok", failed -> "refused " + failed.code());
    }

    /** Drops the group; "ok", or why not. */
    public String drop() {
        taken.clear();
        return driver.dropGroup(group).fold(done -> "ok", failed -> "refused " + failed.code());
    }

    /** Somebody changes the table itself. */
    public void changeTable(Function<TargetShape, TargetShape> change) {
        driver.changeTable(group, change).orThrow();
        driver.retry(group).orThrow();
    }

    private static String said(Reply<DdlDecided> reply) {
        return reply.fold(accepted -> said(accepted.result()), failed -> "refused " + failed.code());
    }

    /** The decision in the notation of this class. */
    public static String said(DdlDecided decided) {
        StringBuilder said = new StringBuilder(decided.getVerdict().name().substring("VERDICT_".length()));
        if (decided.hasClash()) {
            said.append(' ').append(ConflictKinds.name(decided.getClash().getKind()));
        }
        for (DdlStep step : decided.getStepsList()) {
            said.append(' ').append(step.getAction().name().substring("ACTION_".length()));
        }
        for (DdlWarning warning : decided.getWarningsList()) {
            said.append(" !").append(warning.getCode());
        }
        return said.toString();
    }

    /** What became of an announcement. */
    public String decision(String shard, long seq) {
        return decisionRow(shard, seq)
                .map(row -> said(DdlDecided.newBuilder()
                        .setVerdict(row.getVerdict())
                        .addAllSteps(row.getStepsList())
                        .addAllWarnings(row.getWarningsList())
                        .build()))
                .orElse("none");
    }

    public Optional<DdlDecisionRow> decisionRow(String shard, long seq) {
        return driver.read(view -> view.get(Columns.DDL_DECISIONS, new Keys.AnnouncementKey(group, shard, seq)));
    }

    /** The target's columns, as {@code id:int! c:long=5}: NOT NULL and initial default, if any. */
    public String target() {
        return targetShape().getFieldsList().stream().map(DdlScene::text).collect(Collectors.joining(" "));
    }

    public TargetShape targetShape() {
        return driver.read(view -> view.get(
                        Columns.DDL_TARGETS,
                        view.get(Columns.DDL_GROUPS, group).orElseThrow().getTableUuid()))
                .orElseThrow()
                .getShape();
    }

    private static String text(TargetField field) {
        String parts = field.getChildrenCount() == 0
                ? ""
                : field.getChildrenList().stream().map(DdlScene::text).collect(Collectors.joining(",", "<", ">"));
        return field.getName() + ":" + field.getType() + parts + (field.getRequired() ? "!" : "")
                + (field.hasInitialDefault() ? "=" + field.getInitialDefault() : "");
    }

    /** Where the shard's columns go, as {@code id->1 c->2}: field ids, 0 for a column that is not stored, {@code ~} for a cast. */
    public String bindings(String shard) {
        return bindingsOf(shard).columns().stream()
                .map(column -> String.join(".", column.column()) + "->" + column.fieldId() + (column.cast() ? "~" : ""))
                .collect(Collectors.joining(" "));
    }

    /** What the shard writes for columns that it lacks, as {@code c=5 d=NULL}. */
    public String fills(String shard) {
        return bindingsOf(shard).fills().stream()
                .map(fill -> String.join(".", fill.field()) + "=" + fill.value().orElse("NULL"))
                .collect(Collectors.joining(" "));
    }

    private Bindings bindingsOf(String shard) {
        return Bindings.of(
                TargetDraft.of(targetShape()), ShardDraft.of(member(shard).getSchema()));
    }

    public DdlMemberRow member(String shard) {
        return driver.read(view -> view.get(Columns.DDL_MEMBERS, new Keys.ShardKey(group, shard)))
                .orElseThrow();
    }

    /** ACTIVE, WAITING, BLOCKED, LOADING or LEFT. */
    public String state(String shard) {
        return member(shard).getState().name().substring("MEMBER_".length());
    }

    public DdlGroupRow row() {
        return driver.read(view -> view.get(Columns.DDL_GROUPS, group)).orElseThrow();
    }

    /** Open conflicts as {@code B TYPE}, oldest first. */
    public List<String> conflicts() {
        return conflictRows().stream()
                .map(row ->
                        row.getShard() + " " + ConflictKinds.name(row.getClash().getKind()))
                .toList();
    }

    public List<DdlConflictRow> conflictRows() {
        return driver.read(view -> Rows.values(view, Columns.DDL_CONFLICTS, Keys.GroupNumberKey.of(group)));
    }

    /** Codes of what happened, oldest first. */
    public List<String> events() {
        return driver.read(view -> Rows.values(view, Columns.DDL_EVENTS, Keys.GroupNumberKey.of(group))).stream()
                .map(DdlEventRow::getCode)
                .toList();
    }

    public DdlDriver driver() {
        return driver;
    }

    public String group() {
        return group;
    }
}
