package io.github.pulsarusercenter.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Uses clocks that the test moves. */
class EventClockTest {
  private final AtomicLong now = new AtomicLong(1_000_000);
  private final AtomicLong nanos = new AtomicLong();
  private final EventClock clock = new EventClock(now::get, nanos::get);

  @Test
  void whileTimePassesEventsAreDueByIt() {
    for (int i = 0; i < 3; i++) {
      assertEquals(now.get(), clock.due());
      assertEquals(now.get(), clock.steadyMillis());
      passesHere(60_000);
      now.addAndGet(1);
    }
  }

  @Test
  void whenTimeStandsStillEventsAreDueEveryTenSeconds() {
    assertEquals(1_000_000, clock.due());
    for (int i = 0; i < 2; i++) {
      passesHere(9_999);
      assertEquals(1_000_000, clock.due());
      passesHere(1);
      assertEquals(Long.MAX_VALUE, clock.due());
      assertEquals(1_000_000, clock.due());
    }
  }

  @Test
  void durationsIncludeTheTimeThatStoodStill() {
    clock.due();
    passesHere(12_000);
    clock.due();
    passesHere(15_000);
    clock.due();
    assertEquals(1_000_000, clock.now());
    assertEquals(1_027_000, clock.steadyMillis());
    now.addAndGet(500);
    assertEquals(1_027_500, clock.steadyMillis());
  }

  @Test
  void noStampIsGivenTwiceEvenWhenTimeGoesBack() {
    assertEquals(1_000_000, clock.newStamp());
    assertEquals(1_000_001, clock.newStamp());
    now.set(5);
    assertEquals(1_000_002, clock.newStamp());
    now.set(2_000_000);
    assertEquals(2_000_000, clock.newStamp());
  }

  private void passesHere(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
