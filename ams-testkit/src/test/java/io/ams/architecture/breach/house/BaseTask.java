package io.ams.architecture.breach.house;

/** A name that says nothing. */
public record BaseTask() {}
