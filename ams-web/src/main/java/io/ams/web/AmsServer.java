package io.ams.web;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ams.web.WebStartException.Reason;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.YamlConfigurationFactory;
import io.dropwizard.core.Application;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jetty.ConnectorFactory;
import io.dropwizard.jetty.HttpConnectorFactory;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.SocketException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running application. Started without a command line and without a file; closing it finishes the requests under way for at most
 * the grace period.
 */
public final class AmsServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AmsServer.class);

    private static final UriCompliance NAMES_IN_PATHS = UriCompliance.RFC3986.with(
            "names",
            Violation.AMBIGUOUS_PATH_SEPARATOR,
            Violation.AMBIGUOUS_PATH_ENCODING,
            Violation.SUSPICIOUS_PATH_CHARACTERS);

    private final Server server;

    private AmsServer(Server server) {
        this.server = server;
    }

    /**
     * Starts to serve.
     *
     * @throws WebStartException with one line that says what is in the way
     */
    public static AmsServer start(AmsApplication application) {
        Bootstrap<AmsConfiguration> bootstrap = new Bootstrap<>(application);
        application.initialize(bootstrap);
        AmsConfiguration configuration = configuration(bootstrap, application.settings());
        configuration.getLoggingFactory().configure(bootstrap.getMetricRegistry(), application.getName());
        AmsServer started = new AmsServer(build(bootstrap, application, configuration));
        started.listen(application.settings());
        LOG.info(
                "Serving on {}:{}, figures on {}:{}",
                application.settings().httpHost(),
                started.httpPort(),
                application.settings().adminHost(),
                started.adminPort());
        return started;
    }

    /**
     * Reads the settings as {@link #start} will, and starts nothing.
     *
     * @throws WebStartException if a key is unknown or a value cannot be read
     */
    public static void check(AmsWebSettings settings) {
        configuration(new Bootstrap<>(new Reading()), settings);
    }

    /** Only there because settings cannot be read without an application. */
    private static final class Reading extends Application<AmsConfiguration> {
        @Override
        protected void bootstrapLogging() {}

        @Override
        public void run(AmsConfiguration configuration, Environment environment) {
            throw new IllegalStateException("settings are read, nothing is run");
        }
    }

    private static AmsConfiguration configuration(Bootstrap<AmsConfiguration> bootstrap, AmsWebSettings settings) {
        Validator validator = bootstrap.getValidatorFactory().getValidator();
        Set<ConstraintViolation<AmsWebSettings>> violations = validator.validate(settings);
        if (!violations.isEmpty()) {
            String words = violations.stream()
                    .map(violation -> violation.getPropertyPath() + " " + violation.getMessage())
                    .sorted()
                    .collect(Collectors.joining(", "));
            throw new WebStartException(Reason.SETTINGS, "settings of the web: " + words, null);
        }
        byte[] tree = new ConfigurationTree(settings).toBytes();
        String name = settings.configFile().map(Object::toString).orElse("server.yml");
        try {
            return new YamlConfigurationFactory<>(
                            AmsConfiguration.class, validator, strict(bootstrap.getObjectMapper()), "dw.ams")
                    .build(path -> new ByteArrayInputStream(tree), name);
        } catch (ConfigurationException e) {
            String problems = e.getErrors().stream()
                    .map(problem -> problem.lines().map(String::strip).collect(Collectors.joining(" ")))
                    .collect(Collectors.joining("; "));
            throw new WebStartException(Reason.SETTINGS, "settings file " + name + ": " + problems, e);
        } catch (IOException e) {
            throw new WebStartException(Reason.SETTINGS, "settings file " + name + " cannot be read: " + e, e);
        }
    }

    private static ObjectMapper strict(ObjectMapper mapper) {
        return mapper.copy().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }

    private static Server build(
            Bootstrap<AmsConfiguration> bootstrap, AmsApplication application, AmsConfiguration configuration) {
        Environment environment = new Environment(
                application.getName(),
                bootstrap.getObjectMapper(),
                bootstrap.getValidatorFactory(),
                bootstrap.getMetricRegistry(),
                bootstrap.getClassLoader(),
                bootstrap.getHealthCheckRegistry(),
                configuration);
        configuration.getMetricsFactory().configure(environment.lifecycle(), bootstrap.getMetricRegistry());
        configuration.getServerFactory().configure(environment);
        allowNames(configuration);
        try {
            application.run(configuration, environment);
        } catch (IOException e) {
            throw new WebStartException(
                    Reason.DIRECTORY,
                    "data directory " + application.settings().dataDirectory() + " cannot be used: " + e.getMessage(),
                    e);
        }
        Server server = configuration.getServerFactory().build(environment);
        server.setErrorHandler(application.jettyFailures().forServer());
        // The node says when: it goes on to serve while it gives its buckets and its leadership away.
        server.setStopAtShutdown(false);
        return server;
    }

    /**
     * Names of tables and namespaces come as path segments, and may hold a slash, a percent sign, a backslash or U+001F. Not a
     * matter of configuration, for it is a matter of being right; and the configuration takes no such list.
     */
    private static void allowNames(AmsConfiguration configuration) {
        if (configuration.getServerFactory() instanceof DefaultServerFactory factory) {
            for (ConnectorFactory connector : factory.getApplicationConnectors()) {
                if (connector instanceof HttpConnectorFactory http) {
                    http.setUriCompliance(NAMES_IN_PATHS);
                }
            }
        }
    }

    private void listen(AmsWebSettings settings) {
        try {
            server.start();
        } catch (Exception e) {
            close();
            if (isAddress(e)) {
                throw new WebStartException(
                        Reason.ADDRESS,
                        "cannot listen on " + settings.httpHost() + ":" + settings.httpPort() + " and "
                                + settings.adminHost() + ":" + settings.adminPort()
                                + ": one is in use or is no address of this machine; choose other ones or stop what uses them",
                        e);
            }
            throw new WebStartException(Reason.SETTINGS, "the HTTP server did not start: " + e, e);
        }
    }

    private static boolean isAddress(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException
                    || cause instanceof SocketException
                    || cause instanceof UnresolvedAddressException) {
                return true;
            }
        }
        return false;
    }

    /** The port that the API is served on. */
    public int httpPort() {
        return port("application");
    }

    /** The port that figures are served on. */
    public int adminPort() {
        return port("admin");
    }

    private int port(String connector) {
        return Arrays.stream(server.getConnectors())
                .filter(candidate -> connector.equals(candidate.getName()))
                .map(ServerConnector.class::cast)
                .findFirst()
                .orElseThrow()
                .getLocalPort();
    }

    /** Stops to serve: takes no more requests, finishes those under way. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            LOG.warn("The HTTP server did not stop cleanly", e);
        }
    }
}
