package io.ams.testkit.history;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Messages with a value in every field that follows from the field's name, so that two fields that change places are noticed. */
final class FilledMessages {
    private FilledMessages() {}

    /** A message of the same type with every field set, and a list of one in those that are repeated. */
    static Message like(Message prototype) {
        Message.Builder builder = prototype.newBuilderForType();
        for (FieldDescriptor field : prototype.getDescriptorForType().getFields()) {
            Object value = value(builder, field);
            if (field.isRepeated()) {
                builder.addRepeatedField(field, value);
            } else {
                builder.setField(field, value);
            }
        }
        return builder.build();
    }

    static Object value(Message.Builder parent, FieldDescriptor field) {
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
            case MESSAGE -> like(parent.newBuilderForField(field).buildPartial());
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
