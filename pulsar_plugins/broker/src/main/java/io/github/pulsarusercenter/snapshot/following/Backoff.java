package io.github.pulsarusercenter.snapshot.following;

import java.util.function.DoubleSupplier;

/**
 * Growing pauses with jitter: after an outage a thousand brokers must not reconnect at the same
 * moment.
 */
final class Backoff {
  private static final long FIRST_MILLIS = 200;
  private static final long LONGEST_MILLIS = 15_000;

  private final DoubleSupplier random;
  private int failures;

  /**
   * @param random a number from 0 to 1
   */
  Backoff(DoubleSupplier random) {
    this.random = random;
  }

  /** A random pause of at most {@code longest} ms, used when there is another address to try. */
  long shortMillis(long longest) {
    return (long) (random.getAsDouble() * longest);
  }

  void reset() {
    failures = 0;
  }

  /** The next pause in ms: between half and all of a limit that doubles with each failure. */
  long nextMillis() {
    long limit = Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(failures++, 10));
    return limit / 2 + (long) (random.getAsDouble() * limit / 2);
  }
}
