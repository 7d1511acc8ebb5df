package io.ams.web.auth;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import java.net.URI;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who may change things. Where a token is needed, its bearer. Where every listener is on loopback, whoever is on this machine, but
 * not a page of some other site that a browser on this machine has open.
 */
public final class Gatekeeper {
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    private static final String SCHEME = "Bearer ";

    private final AdminToken token;
    private final boolean tokenNeeded;
    private final Predicate<String> otherNodes;

    /** @param otherNodes whether a token with this SHA-256, in hexadecimal, is that of another node of the cluster */
    public Gatekeeper(AdminToken token, boolean tokenNeeded, Predicate<String> otherNodes) {
        this.token = token;
        this.tokenNeeded = tokenNeeded;
        this.otherNodes = otherNodes;
    }

    /** Whether requests of this method only read. */
    public static boolean onlyReads(String method) {
        return READING.contains(method);
    }

    /**
     * Lets a changing request pass or refuses it.
     *
     * @param authorization the header, if sent
     * @param origin the header that browsers send with the requests of pages, if sent
     * @throws AmsException UNAUTHENTICATED or FORBIDDEN
     */
    public void check(@Nullable String authorization, @Nullable String origin) {
        if (tokenNeeded) {
            checkToken(authorization);
        } else if (origin != null && !isOfThisMachine(origin)) {
            throw new AmsException(
                    ErrorCode.FORBIDDEN, "pages of other sites may not change anything here; use the command line");
        }
    }

    private void checkToken(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw new AmsException(
                    ErrorCode.UNAUTHENTICATED,
                    "this needs the admin token: send Authorization: Bearer with what is in " + AdminToken.FILE
                            + " of the node's data directory");
        }
        String shown = authorization.substring(SCHEME.length()).strip();
        if (!token.matches(shown) && !otherNodes.test(AdminToken.sha256(shown))) {
            throw new AmsException(
                    ErrorCode.UNAUTHENTICATED,
                    "this is not the admin token of a node; it is in " + AdminToken.FILE + " of its data directory");
        }
    }

    private static boolean isOfThisMachine(String origin) {
        try {
            String host = URI.create(origin).getHost();
            return host != null && Loopback.isLoopback(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
