/** Addresses as they are written: in options, in requests, in rows. */
@org.jspecify.annotations.NullMarked
package io.ams.web.address;
