package io.github.pulsarusercenter.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Uses two clocks that the test moves: the wall clock and the monotonic one. */
class CenterTimeTest {
  private static final long START = 1_790_000_000_000L;
  private static final long HOUR = 3_600_000;
  private final AtomicLong nanos = new AtomicLong(-17);
  private final AtomicLong wall = new AtomicLong(START);
  private CenterTime time = new CenterTime(nanos::get, wall::get);

  private void pass(long millis) {
    nanos.addAndGet(millis * 1_000_000);
    wall.addAndGet(millis);
    time.tick();
  }

  private void restart() {
    time = new CenterTime(nanos::get, wall::get);
  }

  @Test
  void theCentersTimeCountsWhateverThisMachineSays() {
    time.accept(START + 3 * HOUR);
    assertEquals(START + 3 * HOUR, time.getAsLong());
    assertEquals(-3 * HOUR, time.skewMillis());
    pass(1_234);
    assertEquals(START + 3 * HOUR + 1_234, time.getAsLong());
  }

  @Test
  void aJumpOfThisMachinesClockChangesNothing() {
    time.accept(START);
    for (long jump : new long[] {-9 * HOUR, 20 * HOUR, 0}) {
      wall.set(START + jump);
      pass(1_000);
    }
    assertEquals(START + 3_000, time.getAsLong());
  }

  @Test
  void aStatementThatWasLongOnItsWayDoesNotSlowTimeDown() {
    time.accept(START);
    pass(5_000);
    time.accept(START + 100);
    assertEquals(START + 5_000, time.getAsLong());
    assertEquals(4_900, time.behindMillis());
  }

  @Test
  void aQuickerStatementMakesUpForASlowOne() {
    time.accept(START);
    pass(1_000);
    time.accept(START + 1_400);
    assertEquals(START + 1_400, time.getAsLong());
  }

  @Test
  void aCenterSetForwardIsFollowedAtOnce() {
    time.accept(START);
    pass(1_000);
    time.accept(START + HOUR);
    assertEquals(START + HOUR, time.getAsLong());
  }

  @Test
  void aCenterSetBackMakesTimeStandStillUntilItHasCaughtUp() {
    time.accept(START);
    long latest = 0;
    for (long passed = 0; passed < 2 * HOUR; passed += 10_000) {
      pass(10_000);
      time.accept(START - HOUR + passed);
      assertTrue(time.getAsLong() >= latest, "never back");
      latest = time.getAsLong();
    }
    assertEquals(START + HOUR - 10_000, latest);
    assertEquals(0, time.behindMillis());
  }

  @Test
  void instancesThatDisagreeNeitherStopTimeNorTurnItBack() {
    time.accept(START);
    long latest = 0;
    for (int round = 0; round < 1_000; round++) {
      pass(5_000);
      boolean slow = round % 2 == 0;
      time.accept(START + 5_000L * (round + 1) - (slow ? 3_000 : 0));
      assertTrue(time.getAsLong() > latest);
      latest = time.getAsLong();
    }
    assertEquals(START + 5_000_000, latest);
  }

  @Test
  void aMachineThatCountsTooFastIsCorrected() {
    time.accept(START);
    for (int minute = 1; minute <= 600; minute++) {
      nanos.addAndGet(60_000_000_000L + 6_000_000); // 100 ppm
      time.accept(START + 60_000L * minute);
    }
    assertTrue(time.getAsLong() - (START + 600 * 60_000L) <= 200, "at most 20 minutes of drift");
  }

  @Test
  void beforeTheCenterSpeaksTheLaterOfTwoUncertainTimesCounts() {
    time.restore(START + HOUR);
    assertEquals(START + HOUR, time.getAsLong());
    restart();
    time.restore(START - HOUR);
    assertEquals(START, time.getAsLong());
    assertFalse(time.isConfirmed());
  }

  @Test
  void aWrongClockAtTheStartIsCorrectedWhenTheCenterSpeaks() {
    wall.set(START + 500 * HOUR);
    restart();
    time.restore(START);
    int era = time.era();
    time.accept(START + 10);
    assertEquals(START + 10, time.getAsLong());
    assertTrue(time.era() != era, "whoever keeps times must look again");
  }

  @Test
  void anUnconfirmedTimeIsNeverStored() {
    wall.set(START + 500 * HOUR);
    restart();
    time.restore(START);
    pass(HOUR);
    assertEquals(START + HOUR, time.sureMillis());
    time.accept(START + 2 * HOUR);
    assertEquals(START + 2 * HOUR, time.sureMillis());
  }

  @Test
  void aRestartDoesNotLetTheCenterGoBack() {
    time.accept(START);
    pass(HOUR);
    long stored = time.sureMillis();
    restart();
    time.restore(stored);
    time.accept(START - 10 * HOUR);
    assertEquals(START + HOUR, time.getAsLong());
    assertEquals(11 * HOUR, time.behindMillis());
  }

  @Test
  void anImpossibleTimeIsNotBelieved() {
    time.accept(START);
    for (long nonsense : new long[] {0, -5, Long.MAX_VALUE, Long.MIN_VALUE}) {
      time.accept(nonsense);
    }
    assertEquals(START, time.getAsLong());
  }

  @Test
  void listenersAreCalledWhenTimeMoves() {
    AtomicInteger woken = new AtomicInteger();
    time.whenMoved(woken::incrementAndGet);
    time.accept(START + HOUR);
    assertEquals(1, woken.get());
  }
}
