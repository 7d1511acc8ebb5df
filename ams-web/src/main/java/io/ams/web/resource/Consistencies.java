package io.ams.web.resource;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a request says of the consistency it wants: by header, else by query parameter, else strict. */
public final class Consistencies {
    public static final String HEADER = "X-AMS-Consistency";
    public static final String PARAMETER = "consistency";
    public static final String INDEX_HEADER = "X-AMS-Min-Index";
    public static final String INDEX_PARAMETER = "minIndex";

    private Consistencies() {}

    /**
     * The consistency asked for.
     *
     * @throws AmsException BAD_REQUEST for a word that is none, and for a bookmark without its index
     */
    public static Consistency of(ContainerRequestContext request) {
        String word = value(request, HEADER, PARAMETER);
        if (word == null) {
            return Consistency.STRICT;
        }
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "strict" -> Consistency.STRICT;
            case "local" -> Consistency.LOCAL;
            case "bookmark" -> Consistency.bookmark(minIndex(value(request, INDEX_HEADER, INDEX_PARAMETER)));
            default ->
                throw new AmsException(
                        ErrorCode.BAD_REQUEST, "consistency is one of strict, bookmark and local, not '" + word + "'");
        };
    }

    private static long minIndex(@Nullable String sent) {
        if (sent == null || !sent.matches("[0-9]{1,18}")) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST,
                    "consistency bookmark needs " + INDEX_HEADER + ": the X-AMS-Index of an earlier answer");
        }
        return Long.parseLong(sent);
    }

    private static @Nullable String value(ContainerRequestContext request, String header, String parameter) {
        String sent = request.getHeaderString(header);
        if (sent != null || request.getUriInfo().getRequestUri().getRawQuery() == null) {
            return sent;
        }
        return request.getUriInfo().getQueryParameters().getFirst(parameter);
    }
}
