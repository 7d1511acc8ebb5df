package io.ams.web.resource;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import org.jspecify.annotations.Nullable;

/** What a request must bring. */
final class Given {
    private Given() {}

    /** The body, which Jersey leaves null where none was sent. */
    static <T> T body(@Nullable T sent) {
        if (sent == null) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "the request needs a body of JSON");
        }
        return sent;
    }

    /** A count between 1 and a limit. */
    static int count(@Nullable String sent, String parameter, int otherwise, int most) {
        if (sent == null) {
            return otherwise;
        }
        if (!sent.matches("[1-9][0-9]{0,8}")) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST, "parameter " + parameter + " must be a number from 1 to " + most);
        }
        return Math.min(Integer.parseInt(sent), most);
    }

    /** Yes or no, and no where nothing is said. */
    static boolean flag(@Nullable String sent, String parameter) {
        if (sent != null && !sent.equals("true") && !sent.equals("false")) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "parameter " + parameter + " must be true or false");
        }
        return "true".equals(sent);
    }

    /** A field that must be there. */
    static String field(@Nullable String sent, String name) {
        if (sent == null || sent.isBlank()) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "field " + name + " is missing or empty");
        }
        return sent;
    }

    /** A whole number of at most 18 digits, this one or a larger one. */
    static long number(String sent, String parameter, long least) {
        if (!sent.matches("[0-9]{1,18}") || Long.parseLong(sent) < least) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST,
                    "parameter " + parameter + " must be a whole number from " + least + " on, which '" + sent
                            + "' is not");
        }
        return Long.parseLong(sent);
    }
}
