package io.github.pulsarusercenter;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assertions;

/**
 * Waits for an effect of other threads; up to a minute, because a busy machine must not fail a
 * test.
 */
public final class Eventually {
  private Eventually() {}

  public static void eventually(String what, BooleanSupplier condition)
      throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        Assertions.fail("never happened: " + what);
      }
      Thread.sleep(10);
    }
  }
}
