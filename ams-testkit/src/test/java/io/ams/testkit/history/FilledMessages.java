package io.ams.testkit.history;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Messages with a value in every field that follows from the field's name, so that two fields that change places are noticed. A
 * message inside one of its own type has no further one inside.
 */
final class FilledMessages {
    private FilledMessages() {}

    /** A message of the same type with every field set, and a list of one in those that are repeated. */
    private static Message like(Message prototype, Set<Descriptor> outer) {
        Message.Builder builder = prototype.newBuilderForType();
        for (FieldDescriptor field : prototype.getDescriptorForType().getFields()) {
            boolean message = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
            if (message && outer.contains(field.getMessageType())) {
                continue;
            }
            Object value = value(builder, field, outer);
            if (field.isRepeated()) {
                builder.addRepeatedField(field, value);
            } else {
                builder.setField(field, value);
            }
        }
        return builder.build();
    }

    static Object value(Message.Builder parent, FieldDescriptor field) {
        return value(parent, field, Set.of());
    }

    private static Object value(Message.Builder parent, FieldDescriptor field, Set<Descriptor> outer) {
        int number = number(field.getName());
        return switch (field.getJavaType()) {
            case INT -> number;
            case LONG -> (long) number * 1_000_003;
            case FLOAT -> (float) number;
            case DOUBLE -> (double) number;
            case BOOLEAN -> true;
            case STRING -> field.getName();
            case BYTE_STRING -> ByteString.copyFromUtf8(field.getName());
            case ENUM -> last(field.getEnumType());
            case MESSAGE -> {
                Set<Descriptor> around = new HashSet<>(outer);
                around.add(field.getMessageType());
                yield like(parent.newBuilderForField(field).buildPartial(), around);
            }
        };
    }

    private static Object last(EnumDescriptor type) {
        return type.getValues().get(type.getValues().size() - 1);
    }

    private static int number(String name) {
        CRC32 crc = new CRC32();
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        crc.update(Arrays.copyOf(bytes, bytes.length));
        return (int) (crc.getValue() % 100_000) + 1;
    }
}
