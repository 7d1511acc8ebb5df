/**
 * One class per operation: the rule that turns a command into a decision. Pure: sees a view, a log position and the command;
 * no clock, no randomness, no settings of the node, no I/O. {@link io.ams.op.Operations} is the list of them.
 */
@NullMarked
package io.ams.op;

import org.jspecify.annotations.NullMarked;
