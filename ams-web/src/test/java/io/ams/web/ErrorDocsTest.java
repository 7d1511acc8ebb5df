package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.ErrorCode;
import io.ams.web.error.FailureMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/errors.md} is written from the codes themselves: run with {@code -Ddocs.update=true} when they change. */
class ErrorDocsTest {
    private static final Path PAGE = Path.of("..", "docs", "errors.md");

    @Test
    void thePageOfErrorsIsUpToDate() throws IOException {
        String page = page();
        if (Boolean.getBoolean("docs.update")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/errors.md is stale: run ErrorDocsTest with -Ddocs.update=true")
                .isEqualTo(page);
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Errors

                <!-- Written by ErrorDocsTest from io.ams.op.ErrorCode; do not edit. -->

                Every failure of every route is answered in JSON. The management API and the probes answer
                `{"error":{"code","status","message","requestId"}}`; routes below `/iceberg` answer Iceberg's own
                `{"error":{"message","type","code"}}` with the same status. `requestId` finds a status 500 in the log of the node that
                answered, which is named by the header `X-AMS-Node`.

                A request answered with anything but 500 and 504 surely had no effect. After 504 `OUTCOME_UNKNOWN` send the same request
                again with the same `Idempotency-Key`: it takes effect once, and the answer is the first one's.

                | status | sort | what to do |
                |---|---|---|
                """);
        Stream.of(ErrorCode.Kind.values())
                .sorted(Comparator.comparingInt(FailureMapper::status))
                .forEach(kind ->
                        page.append("| %d | %s | %s |%n".formatted(FailureMapper.status(kind), kind, advice(kind))));
        page.append("""
                | 405, 415, 414, 431 | HTTP | the path does not take this method or this type of body, or the request's head is too long |

                | code | status | sort | number in the log |
                |---|---|---|---|
                """);
        Stream.of(ErrorCode.values())
                .sorted(Comparator.comparingInt(ErrorCode::wireId))
                .forEach(code -> page.append("| `%s` | %d | %s | %d |%n"
                        .formatted(code, FailureMapper.status(code.kind()), code.kind(), code.wireId())));
        return page.toString().replace("\r\n", "\n");
    }

    private static String advice(ErrorCode.Kind kind) {
        return switch (kind) {
            case MALFORMED -> "correct the request; sending it again will not help";
            case UNAUTHENTICATED -> "send the admin token as `Authorization: Bearer`";
            case FORBIDDEN -> "ask somebody who may";
            case NOT_FOUND -> "what the request names is not there";
            case UNSUPPORTED -> "this cluster, or this feature level, does not do that";
            case CONFLICT -> "read again what is there, then decide";
            case PRECONDITION -> "version, epoch or term has moved on: read again, then decide";
            case TOO_LARGE -> "send less at a time";
            case UNPROCESSABLE -> "the key belongs to another request: take a new one";
            case BUSY -> "wait for `Retry-After`, then send it again";
            case UNAVAILABLE -> "wait for `Retry-After`, then send it again, here or to another node";
            case INTERNAL -> "a bug: look the `requestId` up in the log of the node";
            case UNKNOWN -> "send it again with the same `Idempotency-Key`";
        };
    }
}
