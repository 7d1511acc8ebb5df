package io.ams.iceberg.catalog;

import io.ams.op.ErrorCode;
import io.ams.proto.ClusterRow;
import io.ams.raft.AmsException;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.View;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tokens of listings: the last name of a page, signed together with the listing it belongs to, so that a token that was made up
 * or taken from another listing is noticed. The key comes from the cluster's id, so any node reads what another wrote.
 *
 * <p>The signature is no secret of worth: whoever forges one sees no more than the listing he may see anyway.
 */
final class PageTokens {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SIGNATURE_BYTES = 16;

    private final byte[] key;

    private PageTokens(byte[] key) {
        this.key = key;
    }

    /** The tokens of the cluster whose state this is. */
    static PageTokens of(View view) {
        String id = view.get(Columns.CLUSTER, Keys.Single.KEY)
                .map(ClusterRow::getClusterId)
                .orElse("");
        return new PageTokens(("page tokens 1 " + id).getBytes(StandardCharsets.UTF_8));
    }

    /** The token for going on after this name in this listing. */
    String write(String listing, String last) {
        byte[] name = last.getBytes(StandardCharsets.UTF_8);
        byte[] token = Arrays.copyOf(sign(listing, name), SIGNATURE_BYTES + name.length);
        System.arraycopy(name, 0, token, SIGNATURE_BYTES, name.length);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    /**
     * Where to go on in this listing; empty for its beginning.
     *
     * @throws AmsException BAD_REQUEST for a token that is not of this listing
     */
    Optional<String> read(String listing, PageRequest page) {
        String token = page.token().orElse("");
        if (token.isEmpty()) {
            return Optional.empty();
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException e) {
            throw invalid();
        }
        if (bytes.length <= SIGNATURE_BYTES) {
            throw invalid();
        }
        byte[] name = Arrays.copyOfRange(bytes, SIGNATURE_BYTES, bytes.length);
        if (!MessageDigest.isEqual(Arrays.copyOf(bytes, SIGNATURE_BYTES), sign(listing, name))) {
            throw invalid();
        }
        return Optional.of(new String(name, StandardCharsets.UTF_8));
    }

    private static AmsException invalid() {
        return new AmsException(
                ErrorCode.BAD_REQUEST,
                "Invalid page token: it is not one that this listing gave; begin again with an empty one");
    }

    private byte[] sign(String listing, byte[] name) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update(listing.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return Arrays.copyOf(mac.doFinal(name), SIGNATURE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
