/**
 * What the replicated state looks like: typed columns, the view that rules read, the changes they answer with, and the digest
 * over all rows. Pure values; depends on nothing but protobuf messages.
 */
@NullMarked
package io.ams.state;

import org.jspecify.annotations.NullMarked;
