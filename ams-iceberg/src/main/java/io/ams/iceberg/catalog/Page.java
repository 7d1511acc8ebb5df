package io.ams.iceberg.catalog;

import java.util.List;
import java.util.Optional;

/**
 * One page of a listing, in the order of the state.
 *
 * @param next token of the next page; absent on the last
 */
public record Page<T>(List<T> entries, Optional<String> next) {}
