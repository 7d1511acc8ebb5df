package io.ams.web.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some tables, and how to ask for the next; no token on the last page. */
public record TablePage(List<TableView> tables, @Nullable String nextPageToken) {}
