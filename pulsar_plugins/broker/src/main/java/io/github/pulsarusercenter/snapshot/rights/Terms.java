package io.github.pulsarusercenter.snapshot.rights;

import java.util.Arrays;
import java.util.Objects;

/**
 * The authorities, the window and the limits of a grant. Most grants have one of a few combinations
 * and share the object.
 *
 * @param from epoch ms; Long.MIN_VALUE: no start
 * @param until epoch ms; Long.MAX_VALUE: no end
 * @param limits null: none
 */
record Terms(long[] authorities, long from, long until, Limits limits) {
  @Override
  public boolean equals(Object other) {
    return other instanceof Terms that
        && from == that.from
        && until == that.until
        && Objects.equals(limits, that.limits)
        && Arrays.equals(authorities, that.authorities);
  }

  @Override
  public int hashCode() {
    return (Arrays.hashCode(authorities) * 31 + Long.hashCode(from ^ until)) * 31
        + Objects.hashCode(limits);
  }
}
