package io.ams.web;

import io.ams.op.ErrorCode;
import io.ams.web.resource.TableVerdicts;
import java.util.List;
import java.util.function.Function;

/**
 * What other parts of AMS bring to the edge.
 *
 * @param components resources and providers for Jersey: the Iceberg catalog, the workers' protocol
 * @param verdicts how a table stands with its upkeep
 * @param icebergErrorTypes the exception type that Iceberg's clients expect for a code
 */
public record WebExtensions(
        List<Object> components, TableVerdicts verdicts, Function<ErrorCode, String> icebergErrorTypes) {
    public WebExtensions {
        components = List.copyOf(components);
    }
}
