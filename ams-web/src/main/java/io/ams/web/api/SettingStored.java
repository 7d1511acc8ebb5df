package io.ams.web.api;

/** A setting has been stored, and this is its version now. */
public record SettingStored(String key, long version) {}
