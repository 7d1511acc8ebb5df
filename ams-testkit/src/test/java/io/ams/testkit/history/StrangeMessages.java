package io.ams.testkit.history;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.ams.proto.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Messages with something in them that nobody would send: what was there is gone, twice there, or far off. */
final class StrangeMessages {
    private static final long[] NUMBERS = {0, -1, 1, 2, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE, 1L << 31};
    private static final String[] TEXTS = {
        "", "a", "s0", "g0", "int", "long", "struct", "list", "map", "element", "nul\0nul", "0", "x".repeat(600)
    };

    private StrangeMessages() {}

    /** The command with one to three strange things in its body. */
    static Command of(SplittableRandom random, Command command) {
        Command.Builder strange = command.toBuilder();
        FieldDescriptor body = command.getDescriptorForType()
                .findFieldByNumber(command.getBodyCase().getNumber());
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            Message.Builder inner = ((Message) strange.getField(body)).toBuilder();
            spoil(random, inner);
            strange.setField(body, inner.build());
        }
        return strange.build();
    }

    private static void spoil(SplittableRandom random, Message.Builder message) {
        List<FieldDescriptor> fields =
                new ArrayList<>(message.getDescriptorForType().getFields());
        List<FieldDescriptor> set = new ArrayList<>(message.getAllFields().keySet());
        if (fields.isEmpty()) {
            return;
        }
        boolean ofThoseSet = !set.isEmpty() && random.nextInt(4) > 0;
        FieldDescriptor field =
                ofThoseSet ? set.get(random.nextInt(set.size())) : fields.get(random.nextInt(fields.size()));
        if (random.nextInt(6) == 0) {
            message.clearField(field);
        } else if (field.isRepeated()) {
            spoilList(random, message, field);
        } else {
            message.setField(field, spoiled(random, message, field, message.getField(field)));
        }
    }

    private static void spoilList(SplittableRandom random, Message.Builder message, FieldDescriptor field) {
        int count = message.getRepeatedFieldCount(field);
        if (count == 0 || random.nextInt(6) == 0) {
            message.addRepeatedField(field, spoiled(random, message, field, none(message, field)));
            return;
        }
        int at = random.nextInt(count);
        Object value = message.getRepeatedField(field, at);
        if (random.nextInt(4) == 0) {
            message.addRepeatedField(field, value);
        } else {
            message.setRepeatedField(field, at, spoiled(random, message, field, value));
        }
    }

    private static Object none(Message.Builder message, FieldDescriptor field) {
        return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                ? message.newBuilderForField(field).build()
                : 0;
    }

    private static Object spoiled(
            SplittableRandom random, Message.Builder message, FieldDescriptor field, Object value) {
        long number = NUMBERS[random.nextInt(NUMBERS.length)];
        return switch (field.getJavaType()) {
            case MESSAGE -> {
                Message.Builder inner = ((Message) value).toBuilder();
                spoil(random, inner);
                yield inner.build();
            }
            case ENUM -> field.getEnumType().findValueByNumberCreatingIfUnknown((int) number);
            case STRING -> TEXTS[random.nextInt(TEXTS.length)];
            case BYTE_STRING -> ByteString.EMPTY;
            case BOOLEAN -> random.nextBoolean();
            case INT -> (int) number;
            case LONG -> number;
            default -> message.getField(field);
        };
    }
}
