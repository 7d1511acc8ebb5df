package io.ams.web.api;

import org.jspecify.annotations.Nullable;

/**
 * A setting in force.
 *
 * @param version 0 for one that nobody has set
 * @param isSet in listings: whether somebody has set it
 */
public record SettingView(
        String key, String value, long version, @Nullable Boolean isSet) {}
