/**
 * Coordination of the shards of a group on the rows of the state: announcements in order, barriers, conflicts and the verbs that
 * end them. Pure, as the rules that call it; what a change means for the target is the algebra's to say, in {@code io.ams.ddl}.
 */
@NullMarked
package io.ams.ddl.group;

import org.jspecify.annotations.NullMarked;
