/** The contract of a state store, and one in memory. A store keeps rows, applied position and digest together. */
@NullMarked
package io.ams.store;

import org.jspecify.annotations.NullMarked;
