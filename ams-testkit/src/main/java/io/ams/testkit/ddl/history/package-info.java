/**
 * Histories of groups of shards: what shards do by themselves through any node, what they are told, and a checker that says whether
 * one order explains it all.
 */
@NullMarked
package io.ams.testkit.ddl.history;

import org.jspecify.annotations.NullMarked;
