package io.github.pulsarusercenter.snapshot.rights;

import java.util.Arrays;

/**
 * What a grant gives and when. Most grants of a company have one of a few: they share it.
 *
 * @param from epoch ms; Long.MIN_VALUE: no start
 * @param until epoch ms; Long.MAX_VALUE: no end
 */
record Terms(long[] authorities, long from, long until) {
  @Override
  public boolean equals(Object other) {
    return other instanceof Terms that
        && from == that.from
        && until == that.until
        && Arrays.equals(authorities, that.authorities);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(authorities) * 31 + Long.hashCode(from ^ until);
  }
}
