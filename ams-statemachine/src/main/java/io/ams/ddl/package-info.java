/**
 * The algebra of drifting schemas: types and columns as a lattice, a shard's schema and the target's as drafts, and the rules by
 * which a change of the one becomes a change of the other. Pure: the same arguments give the same result on every node. Knows
 * neither rows nor Iceberg's library.
 */
@NullMarked
package io.ams.ddl;

import org.jspecify.annotations.NullMarked;
