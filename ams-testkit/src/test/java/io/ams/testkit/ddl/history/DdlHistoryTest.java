package io.ams.testkit.ddl.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.ams.op.ErrorCode;
import io.ams.proto.DdlAcknowledge;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlMode;
import io.ams.testkit.ddl.ChangeText;
import io.ams.testkit.ddl.history.GroupSeen.Depth;
import io.ams.testkit.ddl.model.DdlReferenceModel;
import io.ams.testkit.ddl.model.ModelAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A history that is as it should be has an order; with one thing planted in it that is wrong it has none, and what is wrong is said. */
class DdlHistoryTest {
    /** Two shards join with a column and add another one: versions 2 to 5, then a look. */
    private final List<DdlOperation> operations = new ArrayList<>();

    private final List<DdlLook> looks = new ArrayList<>();
    private final DdlReferenceModel model = model();
    private long now;

    private static DdlReferenceModel model() {
        return new DdlReferenceModel(DdlMode.OPTIMISTIC, false, 2);
    }

    private static DdlJoin join(String shard) {
        return DdlJoin.newBuilder()
                .setGroup("g")
                .setShard(shard)
                .setSchema(ChangeText.schema("a:int"))
                .build();
    }

    private static DdlAnnounce announce(String shard, long seq, String changes) {
        return DdlAnnounce.newBuilder()
                .setGroup("g")
                .setShard(shard)
                .setSeq(seq)
                .addAllChanges(ChangeText.changes(changes))
                .build();
    }

    private static DdlAnswer said(ModelAnswer answer) {
        return new DdlAnswer.Said(answer, 0, Optional.empty());
    }

    /** As it happens when one waits for the other. */
    private void happens(String shard, Message command) {
        ModelAnswer answer = model.apply(command);
        operations.add(new DdlOperation(shard, command, now++, now++, said(answer)));
    }

    private void look() {
        looks.add(new DdlLook("n", now++, now++, GroupSeen.of(Depth.ROWS, model.picture())));
    }

    private void begin() {
        happens("A", join("A"));
        happens("B", join("B"));
        happens("A", announce("A", 1, "+b:int"));
        happens("B", announce("B", 1, "+b:int"));
    }

    private Optional<String> disagreement() {
        return new DdlReplay(DdlHistoryTest::model, operations, looks).disagreement();
    }

    private DdlOperation answered(DdlOperation operation, DdlAnswer answer) {
        long end = answer instanceof DdlAnswer.Unknown ? DdlOperation.NEVER : operation.end();
        return new DdlOperation(operation.shard(), operation.command(), operation.start(), end, answer);
    }

    private static DdlOperation during(DdlOperation operation, long start, long end) {
        return new DdlOperation(operation.shard(), operation.command(), start, end, operation.answer());
    }

    @Test
    void whatHappenedOneAfterTheOtherHasAnOrder() {
        begin();
        look();

        assertThat(disagreement()).isEmpty();
    }

    @Test
    void whatHappenedAtOnceMayBeInAnyOrder() {
        begin();
        look();
        operations.set(2, during(operations.get(2), 4, 7));
        operations.set(3, during(operations.get(3), 5, 6));

        assertThat(disagreement()).isEmpty();
    }

    @Test
    void anAnnouncementThatWasLostIsFound() {
        begin();
        DdlReferenceModel without = model();
        operations.subList(0, 3).forEach(operation -> without.apply(operation.command()));
        looks.add(new DdlLook("n", 8, 9, GroupSeen.of(Depth.ROWS, without.picture())));

        assertThat(disagreement().orElseThrow()).contains("against real time").contains("version=4");
    }

    @Test
    void anAnnouncementThatWasLostAndWhoseVersionWasGivenAwayAgainIsFound() {
        begin();
        DdlReferenceModel without = model();
        operations.subList(0, 3).forEach(operation -> without.apply(operation.command()));
        Message other = announce("B", 1, "+c:int");
        operations.add(new DdlOperation("B", other, 8, 9, said(without.apply(other))));

        assertThat(disagreement().orElseThrow()).contains("version 5 was made twice");
    }

    @Test
    void aVersionThatNobodyMadeIsFound() {
        begin();
        operations.remove(1);

        assertThat(disagreement().orElseThrow()).contains("version 3 was made by nothing that is known");
    }

    @Test
    void whatWasNotAnsweredMayHaveMadeAVersion() {
        begin();
        look();
        operations.set(1, answered(operations.get(1), new DdlAnswer.Unknown()));
        operations.add(
                new DdlOperation("C", announce("C", 1, "+b:int"), 0, DdlOperation.NEVER, new DdlAnswer.Unknown()));

        assertThat(disagreement()).isEmpty();
    }

    @Test
    void whatWasNotAnsweredMadeNoVersionThatWasThereBeforeItBegan() {
        begin();
        operations.set(1, new DdlOperation("B", join("B"), 6, DdlOperation.NEVER, new DdlAnswer.Unknown()));

        assertThat(disagreement().orElseThrow()).contains("version 3");
    }

    @Test
    void ofTwoThatWereNotAnsweredTheRightOneIsFound() {
        happens("A", join("A"));
        happens("A", announce("A", 1, "+b:int"));
        happens("A", announce("A", 2, "+c:int"));
        look();
        DdlOperation lost = operations.get(1);
        operations.set(1, answered(lost, new DdlAnswer.Unknown()));
        operations.add(new DdlOperation(
                "A", announce("A", 1, "+b:long"), lost.start(), DdlOperation.NEVER, new DdlAnswer.Unknown()));
        operations.add(new DdlOperation("B", join("B"), lost.start(), DdlOperation.NEVER, new DdlAnswer.Unknown()));

        assertThat(disagreement()).isEmpty();
    }

    @Test
    void anAnswerFromAnOldStateIsFound() {
        begin();
        ModelAnswer old = new ModelAnswer("APPLIED EXECUTE", true, 4);
        operations.add(new DdlOperation("A", announce("A", 1, "+b:int"), 8, 9, said(old)));

        assertThat(disagreement().orElseThrow()).contains("against real time");
    }

    @Test
    void anOrderThatTurnsRealTimeAroundIsFound() {
        begin();
        DdlOperation third = operations.get(2);
        operations.set(2, during(third, 10, 11));

        assertThat(disagreement().orElseThrow()).contains("against real time");
    }

    @Test
    void aWrongAnswerIsFound() {
        begin();
        operations.set(3, answered(operations.get(3), said(new ModelAnswer("APPLIED EXECUTE", false, 5))));

        assertThat(disagreement().orElseThrow())
                .contains("to make version 5 the model answers")
                .contains("SKIP");
    }

    @Test
    void aWrongAnswerToARepetitionIsFound() {
        begin();
        ModelAnswer wrong = new ModelAnswer("APPLIED SKIP", true, 5);
        operations.add(new DdlOperation("A", announce("A", 1, "+b:int"), 8, 9, said(wrong)));

        assertThat(disagreement().orElseThrow()).contains("at version 5").contains("APPLIED EXECUTE");
    }

    @Test
    void bindingsAreThoseOfTheAnswerOrALittleLater() {
        begin();
        DdlAnswer.Said third = (DdlAnswer.Said) operations.get(2).answer();
        operations.set(2, answered(operations.get(2), told(third, "a->1", "b->2")));
        assertThat(disagreement()).isEmpty();

        operations.set(2, answered(operations.get(2), told(third, "a->1")));
        assertThat(disagreement().orElseThrow()).contains("bound otherwise").contains("b->2");
    }

    private static DdlAnswer told(DdlAnswer.Said said, String... bindings) {
        return new DdlAnswer.Said(said.said(), 1, Optional.of(List.of(bindings)));
    }

    @Test
    void aRefusalHasToBeRightWhileItWasMade() {
        begin();
        DdlAnswer refused = new DdlAnswer.Refused(ErrorCode.DDL_MEMBER_NOT_FOUND);
        operations.add(new DdlOperation("B", announce("B", 1, "+b:int"), 1, 2, refused));
        assertThat(disagreement()).isEmpty();

        operations.set(4, new DdlOperation("B", announce("B", 1, "+b:int"), 4, 5, refused));
        assertThat(disagreement().orElseThrow()).contains("DDL_MEMBER_NOT_FOUND");
    }

    @Test
    void anAcknowledgementThatDoesNotTellItsVersionFindsItsPlace() {
        begin();
        Message acknowledge = DdlAcknowledge.newBuilder()
                .setGroup("g")
                .setShard("A")
                .setSeq(1)
                .build();
        happens("A", acknowledge);
        look();
        operations.set(4, answered(operations.get(4), new DdlAnswer.Done()));
        operations.add(new DdlOperation("A", acknowledge, now++, now++, new DdlAnswer.Done()));
        assertThat(disagreement()).isEmpty();

        Message ofNobody = DdlAcknowledge.newBuilder()
                .setGroup("g")
                .setShard("C")
                .setSeq(1)
                .build();
        operations.set(5, new DdlOperation("C", ofNobody, now++, now++, new DdlAnswer.Done()));
        assertThat(disagreement().orElseThrow()).contains("it should have had an effect");
    }

    @Test
    void aWrongStateInTheEndIsFound() {
        begin();
        List<String> picture = new ArrayList<>(model.picture());
        picture.set(2, picture.get(2).replace("b int", "b long"));
        looks.add(new DdlLook("n", 8, 9, GroupSeen.of(Depth.BINDINGS, picture)));

        assertThat(disagreement().orElseThrow()).contains("looks otherwise").contains("b long");
    }

    @Test
    void aNodeThatIsBehindInTheEndIsFound() {
        begin();
        look();
        DdlReferenceModel behind = model();
        operations.subList(0, 3).forEach(operation -> behind.apply(operation.command()));
        looks.add(new DdlLook("n2", now++, now++, GroupSeen.of(Depth.GLANCE, behind.picture())));

        assertThat(disagreement().orElseThrow()).contains("against real time");
    }
}
