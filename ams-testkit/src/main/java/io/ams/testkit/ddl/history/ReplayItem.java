package io.ams.testkit.ddl.history;

import com.google.protobuf.Message;
import io.ams.testkit.ddl.model.DdlReferenceModel;
import io.ams.testkit.ddl.model.ModelAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Something of a history that has to find its place in the order. */
final class ReplayItem {
    /** What places it may take; see {@link DdlReplay}. */
    enum Sort {
        EFFECT,
        STANDING,
        REFUSED,
        DONE,
        UNKNOWN,
        LOOK,
        BINDINGS
    }

    private final Sort sort;
    private final long start;
    private final long end;
    private final long version;
    private final Object source;

    private ReplayItem(Sort sort, long start, long end, long version, Object source) {
        this.sort = sort;
        this.start = start;
        this.end = end;
        this.version = version;
        this.source = source;
    }

    static ReplayItem of(DdlOperation operation) {
        DdlAnswer answer = operation.answer();
        Sort sort = answer instanceof DdlAnswer.Refused
                ? Sort.REFUSED
                : answer instanceof DdlAnswer.Done
                        ? Sort.DONE
                        : answer instanceof DdlAnswer.Said said && said.isEffect()
                                ? Sort.EFFECT
                                : answer instanceof DdlAnswer.Said ? Sort.STANDING : Sort.UNKNOWN;
        long version = answer instanceof DdlAnswer.Said said ? said.said().version() : 0;
        return new ReplayItem(sort, operation.start(), operation.end(), version, operation);
    }

    static ReplayItem of(DdlLook look) {
        return new ReplayItem(Sort.LOOK, look.start(), look.end(), look.seen().version(), look);
    }

    /** The bindings that came with the answer; empty if none did. */
    Optional<ReplayItem> bindings() {
        boolean told = sort == Sort.EFFECT || sort == Sort.STANDING;
        return told && said().bindings().isPresent()
                ? Optional.of(new ReplayItem(Sort.BINDINGS, start, end, version, source))
                : Optional.empty();
    }

    Sort sort() {
        return sort;
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    long version() {
        return version;
    }

    /** Whether its place is at its version and nowhere else. */
    boolean isFixed() {
        return sort == Sort.EFFECT || sort == Sort.STANDING || sort == Sort.LOOK;
    }

    /** Whether the order is wrong without it. */
    boolean isNeeded() {
        return sort != Sort.UNKNOWN;
    }

    private DdlOperation operation() {
        return (DdlOperation) source;
    }

    Message command() {
        return operation().command();
    }

    private DdlAnswer.Said said() {
        return (DdlAnswer.Said) operation().answer();
    }

    /** What the model has to answer for an effect to be right here. */
    ModelAnswer expected() {
        return said().said();
    }

    /** Whether it is right here, where it changes nothing. */
    boolean isRight(DdlReferenceModel model, List<String> picture) {
        return switch (sort) {
            case EFFECT, UNKNOWN -> false;
            case DONE -> model.copy().apply(command()).repeated();
            case LOOK -> version == model.version() && objection(model, picture).isEmpty();
            case STANDING, REFUSED, BINDINGS -> objection(model, picture).isEmpty();
        };
    }

    /** Why it is not right here. */
    Optional<String> objection(DdlReferenceModel model, List<String> picture) {
        return switch (sort) {
            case STANDING -> differs(expected(), model.copy().apply(command()));
            case REFUSED ->
                differs(
                        ModelAnswer.refused(((DdlAnswer.Refused) operation().answer()).code()),
                        model.copy().apply(command()));
            case LOOK -> looks(GroupSeen.of(seen().depth(), picture));
            case BINDINGS ->
                version > model.version()
                        ? Optional.of("it is of later")
                        : GroupSeen.columns(picture, shard())
                                .filter(columns ->
                                        !columns.equals(said().bindings().orElseThrow()))
                                .map(columns -> "the shard's columns are bound otherwise: " + columns);
            case EFFECT, DONE, UNKNOWN -> Optional.of("it should have had an effect");
        };
    }

    private String shard() {
        return operation().shard();
    }

    private GroupSeen seen() {
        return ((DdlLook) source).seen();
    }

    private static Optional<String> differs(ModelAnswer recorded, ModelAnswer model) {
        return recorded.equals(model) ? Optional.empty() : Optional.of("the model answers " + model);
    }

    private Optional<String> looks(GroupSeen model) {
        if (model.equals(seen())) {
            return Optional.empty();
        }
        List<String> only = new ArrayList<>(seen().lines());
        only.removeAll(model.lines());
        List<String> lacking = new ArrayList<>(model.lines());
        lacking.removeAll(seen().lines());
        return Optional.of("the group looks otherwise at version " + model.version() + ": only seen " + only
                + ", only in the model " + lacking);
    }

    @Override
    public String toString() {
        return (sort == Sort.BINDINGS ? "the bindings of " : "") + source;
    }
}
