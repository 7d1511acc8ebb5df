/** For tests only: replicas without a network, clusters in one JVM and of processes, histories, and what checks them. */
@NullMarked
package io.ams.testkit;

import org.jspecify.annotations.NullMarked;
