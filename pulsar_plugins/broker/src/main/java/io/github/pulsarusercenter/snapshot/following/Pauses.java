package io.github.pulsarusercenter.snapshot.following;

import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The pauses after failures: short while there are other addresses to try, longer after all of them
 * have failed.
 */
final class Pauses {
  private static final long OTHER_ADDRESS_MILLIS = 200;

  private final int addresses;
  private final Backoff backoff = new Backoff(() -> ThreadLocalRandom.current().nextDouble());
  private final Semaphore woken = new Semaphore(0);
  private int failedInARow;

  Pauses(int addresses) {
    this.addresses = addresses;
  }

  /** Called when the center is followed again. */
  void reset() {
    backoff.reset();
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
    boolean others = failedInARow % addresses != 0;
    return others ? backoff.shortMillis(OTHER_ADDRESS_MILLIS) : backoff.nextMillis();
  }
}
