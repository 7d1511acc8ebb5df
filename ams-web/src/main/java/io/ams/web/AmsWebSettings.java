package io.ams.web;

import io.ams.web.auth.Loopback;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the edge of one node must be told. Everything else is in {@code server.yml} and may be changed by a file of the same form.
 *
 * @param nodeId the node, named in every answer
 * @param httpHost address that the API listens on
 * @param httpPort its port, 0 for any free one
 * @param adminHost address of figures and administrative tasks
 * @param adminPort its port, 0 for any free one
 * @param dataDirectory where {@code admin.token} is kept; must exist
 * @param tokenNeeded whether changes need the admin token; false only where every listener of the node is on loopback
 * @param logFile a file to log to beside the console
 * @param configFile a Dropwizard file whose entries go before those of AMS; unknown keys are errors
 */
public record AmsWebSettings(
        @NotBlank String nodeId,
        @NotBlank String httpHost,
        @Min(0) @Max(65535) int httpPort,
        @NotBlank String adminHost,
        @Min(0) @Max(65535) int adminPort,
        @NotNull Path dataDirectory,
        boolean tokenNeeded,
        @NotNull Optional<Path> logFile,
        @NotNull Optional<Path> configFile) {

    private static final int ADMIN_OFFSET = 1000;

    /** Console only, no file of settings, the admin connector on the same address a thousand ports up, tokens unless on loopback. */
    public static AmsWebSettings of(String nodeId, String httpHost, int httpPort, Path dataDirectory) {
        return new AmsWebSettings(
                nodeId,
                httpHost,
                httpPort,
                httpHost,
                adminPortOf(httpPort),
                dataDirectory,
                !Loopback.isLoopback(httpHost),
                Optional.empty(),
                Optional.empty());
    }

    /** The port of the admin connector where none is named. */
    public static int adminPortOf(int httpPort) {
        return httpPort == 0 ? 0 : httpPort > 65535 - ADMIN_OFFSET ? httpPort - ADMIN_OFFSET : httpPort + ADMIN_OFFSET;
    }

    public AmsWebSettings withToken(boolean needed) {
        return new AmsWebSettings(
                nodeId, httpHost, httpPort, adminHost, adminPort, dataDirectory, needed, logFile, configFile);
    }

    public AmsWebSettings withAdmin(String host, int port) {
        return new AmsWebSettings(
                nodeId, httpHost, httpPort, host, port, dataDirectory, tokenNeeded, logFile, configFile);
    }

    public AmsWebSettings withLogFile(Path file) {
        return new AmsWebSettings(
                nodeId,
                httpHost,
                httpPort,
                adminHost,
                adminPort,
                dataDirectory,
                tokenNeeded,
                Optional.of(file),
                configFile);
    }

    public AmsWebSettings withConfigFile(Path file) {
        return new AmsWebSettings(
                nodeId,
                httpHost,
                httpPort,
                adminHost,
                adminPort,
                dataDirectory,
                tokenNeeded,
                logFile,
                Optional.of(file));
    }
}
