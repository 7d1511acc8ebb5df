package io.ams.testkit.ddl.model;

import io.ams.proto.ColumnDefault;
import io.ams.proto.ShardColumn;
import java.util.Optional;

/** A column of a shard; flat types only. */
final class ModelColumn {
    String name;
    String type;
    boolean required;
    Optional<ColumnDefault> value;

    /** The field that it is stored in; 0 if it is not stored. */
    int field;

    boolean cast;

    private ModelColumn(String name, String type, boolean required, Optional<ColumnDefault> value) {
        this.name = name;
        this.type = type;
        this.required = required;
        this.value = value;
    }

    static ModelColumn of(ShardColumn column) {
        return new ModelColumn(
                column.getName(),
                column.getType(),
                column.getRequired(),
                column.hasDefault() ? Optional.of(column.getDefault()) : Optional.empty());
    }

    ModelColumn copy() {
        ModelColumn copy = new ModelColumn(name, type, required, value);
        copy.field = field;
        copy.cast = cast;
        return copy;
    }

    boolean isCalled(String asked) {
        return ModelTypes.sameName(name, asked);
    }

    Optional<String> literal() {
        return value.filter(ColumnDefault::hasLiteral).map(ColumnDefault::getLiteral);
    }

    /** Brings the default's constant into the one spelling of the type; false, and without a default, if it is none of the type. */
    boolean spell() {
        if (literal().isEmpty()) {
            return true;
        }
        Optional<String> spelled = ModelTypes.constant(type, literal().get());
        value = spelled.map(text -> ColumnDefault.newBuilder().setLiteral(text).build());
        return spelled.isPresent();
    }

    /** Gives it another type; its default is the same value of that type, or none. */
    void retype(String to) {
        type = to;
        spell();
    }

    boolean differsFromMomentToMoment() {
        return value.filter(ColumnDefault::hasComputed).isPresent();
    }

    /** Whether it says the same of NULL and type, under the same name. */
    boolean looksLike(ShardColumn column) {
        return isCalled(column.getName()) && type.equals(column.getType()) && required == column.getRequired();
    }

    @Override
    public String toString() {
        return name + "->" + field + (cast ? "~" : "");
    }
}
