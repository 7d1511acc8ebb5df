/**
 * What the rest of AMS knows of replication: one door for writes, one for reads, and the cluster's members. How it is done lies
 * in the packages below.
 */
@NullMarked
package io.ams.raft;

import org.jspecify.annotations.NullMarked;
