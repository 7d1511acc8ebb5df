package io.ams.iceberg.catalog;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import java.util.Optional;

/**
 * Which part of a listing is asked for.
 *
 * @param token absent: everything at once; empty: the first page; else what came with the page before
 * @param size most entries of a page
 */
public record PageRequest(Optional<String> token, int size) {
    /** Most entries of a page, whatever is asked for. */
    public static final int MAX_SIZE = 1000;

    public static final PageRequest EVERYTHING = new PageRequest(Optional.empty(), MAX_SIZE);

    public PageRequest {
        if (size < 1) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "Invalid page size " + size + ": it must be at least 1");
        }
        size = Math.min(size, MAX_SIZE);
    }

    boolean isEverything() {
        return token.isEmpty();
    }

    /** Most entries to answer. */
    int limit() {
        return isEverything() ? Integer.MAX_VALUE - 1 : size;
    }
}
