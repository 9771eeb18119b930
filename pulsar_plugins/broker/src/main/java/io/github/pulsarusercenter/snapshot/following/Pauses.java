package io.github.pulsarusercenter.snapshot.following;

import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The pauses after failures: short while there are other addresses to try, longer each time all of
 * them have failed. A part is random: after an outage a thousand brokers must not reconnect at the
 * same moment.
 */
final class Pauses {
  private static final long OTHER_ADDRESS_MILLIS = 200;
  private static final long FIRST_MILLIS = 200;
  private static final long LONGEST_MILLIS = 15_000;
  private static final int MOST_DOUBLINGS = 10;

  private final int addresses;
  private final Semaphore woken = new Semaphore(0);
  private int failedInARow;

  Pauses(int addresses) {
    this.addresses = addresses;
  }

  /** Called when the center is followed again. */
  void reset() {
    failedInARow = 0;
  }

  /** Ends the current pause, or the next one if none is running. */
  void wake() {
    woken.release();
  }

  /** Waits for the pause or until {@link #wake}. */
  void pause() throws InterruptedException {
    if (woken.tryAcquire(nextMillis(), TimeUnit.MILLISECONDS)) {
      woken.drainPermits();
    }
  }

  private long nextMillis() {
    failedInARow++;
    double chance = ThreadLocalRandom.current().nextDouble();
    if (failedInARow % addresses != 0) {
      return (long) (chance * OTHER_ADDRESS_MILLIS);
    }
    int doublings = Math.min(failedInARow / addresses - 1, MOST_DOUBLINGS);
    long limit = Math.min(LONGEST_MILLIS, FIRST_MILLIS << doublings);
    return limit / 2 + (long) (chance * limit / 2);
  }
}
