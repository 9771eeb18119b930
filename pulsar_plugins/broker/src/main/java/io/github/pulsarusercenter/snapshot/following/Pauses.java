package io.github.pulsarusercenter.snapshot.following;

import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** How long to wait after a failure: all addresses are tried soon, then comes a longer pause. */
final class Pauses {
  private static final long OTHER_ADDRESS_MILLIS = 200;

  private final int addresses;
  private final Backoff backoff = new Backoff(() -> ThreadLocalRandom.current().nextDouble());
  private final Semaphore woken = new Semaphore(0);
  private int failedInARow;

  Pauses(int addresses) {
    this.addresses = addresses;
  }

  /** It works again. */
  void reset() {
    backoff.reset();
    failedInARow = 0;
  }

  /** Ends the pause that is, or the next one. */
  void wake() {
    woken.release();
  }

  /** Waits; a wake-up ends it. */
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
