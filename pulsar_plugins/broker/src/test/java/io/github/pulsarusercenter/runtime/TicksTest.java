package io.github.pulsarusercenter.runtime;

import static io.github.pulsarusercenter.Eventually.eventually;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TicksTest {
  /** Otherwise rights would never become too old in a broker that once ran out of memory. */
  @Test
  void anOutOfMemoryErrorDoesNotEndTheTicks() throws Exception {
    AtomicInteger turns = new AtomicInteger();
    Runnable second =
        () -> {
          if (turns.incrementAndGet() == 1) {
            throw new OutOfMemoryError("for this test");
          }
        };
    try (Ticks ticks = new Ticks(second, () -> {})) {
      ticks.start();
      eventually("the next turn", () -> turns.get() > 1);
    }
  }
}
