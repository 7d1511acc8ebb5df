package io.ams.web;

import io.dropwizard.core.Configuration;

/** Dropwizard's own sections: server, logging, metrics, admin. What AMS itself is told comes as {@link AmsWebSettings}. */
public final class AmsConfiguration extends Configuration {}
