package io.github.pulsarusercenter;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assertions;

/** Waits for what other threads bring about: a minute, because a busy machine is no fault. */
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
