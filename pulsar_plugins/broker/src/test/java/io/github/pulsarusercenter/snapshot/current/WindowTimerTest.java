package io.github.pulsarusercenter.snapshot.current;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.Decision;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.decision.DecisionOptions;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Windows open and close while the rights stay the same. */
class WindowTimerTest {
  private static final long START = 1_790_000_000_000L;
  private static final Question PRODUCE = Question.of("topic:PRODUCE");
  private static final ResourceName TOPIC = ResourceName.topic("persistent://acme/orders/created");

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicLong wall = new AtomicLong(START);
  private final AtomicInteger edgesPassed = new AtomicInteger();
  private final CenterTime time = new CenterTime(nanos::get, wall::get);
  private final CurrentRights rights =
      new CurrentRights(new DecisionEngine(DecisionOptions.DEFAULTS), 86_400, nanos::get, time);

  @BeforeEach
  void aGrantForTenSecondsBeginningInFive() {
    time.accept(START);
    rights.addListener(new Counting());
    rights.replace(window(1, START + 5_000, START + 15_000), 0);
  }

  private static PermissionSnapshot window(long revision, Long from, Long until) {
    return Snapshots.parse(
        """
        {"cluster":"test","revision":%d,"users":[{"name":"alice","roles":[1]}],
         "grants":[{"id":7,"role":1,"type":3,"name":"acme/orders","auth":[302],
                    "from":%s,"until":%s}]}
        """
            .formatted(revision, from, until));
  }

  private boolean may() {
    RightsView view = rights.view();
    Decision answer = view.decisions().decide("alice", PRODUCE, TOPIC, null, null, view.time());
    return answer.allowed();
  }

  private void pass(long millis) {
    nanos.addAndGet(millis * 1_000_000);
  }

  @Test
  void bothEdgesAreReportedOnce() {
    assertFalse(may());
    assertEquals(5_000, rights.passTime());
    pass(4_999);
    assertEquals(1, rights.passTime());
    assertFalse(may());
    pass(1);
    assertEquals(10_000, rights.passTime());
    assertTrue(may());
    pass(9_999);
    rights.passTime();
    assertTrue(may());
    assertEquals(1, edgesPassed.get());
    pass(1);
    assertEquals(Long.MAX_VALUE, rights.passTime());
    assertFalse(may());
    assertEquals(2, edgesPassed.get());
  }

  @Test
  void aRememberedAnswerDoesNotOutliveTheWindow() {
    pass(5_000);
    rights.passTime();
    RightsView before = rights.view();
    assertTrue(may());
    assertTrue(may());
    pass(10_000);
    rights.passTime();
    assertSame(before.decisions(), rights.view().decisions(), "other answers are kept");
    assertFalse(may());
  }

  @Test
  void theWallClockEndsNothingAndRevivesNothing() {
    pass(15_000);
    rights.passTime();
    wall.set(START - 86_400_000L);
    time.tick();
    rights.passTime();
    assertFalse(may());
    wall.set(START + 10_000);
    time.tick();
    rights.passTime();
    assertFalse(may());
  }

  @Test
  void aCenterSetBackRevivesNothing() {
    pass(16_000);
    rights.passTime();
    time.accept(START + 6_000);
    rights.passTime();
    rights.replace(window(2, START + 5_000, START + 15_000), 0);
    assertFalse(may());
  }

  @Test
  void aCenterSetForwardEndsAtOnce() {
    time.accept(START + 15_000);
    rights.passTime();
    assertFalse(may());
    assertEquals(1, edgesPassed.get());
  }

  @Test
  void windowsEndedByAWrongClockReopenWhenTheCenterSpeaks() {
    wall.set(START + 86_400_000L);
    CenterTime wrong = new CenterTime(nanos::get, wall::get);
    wrong.restore(START);
    CurrentRights restarted =
        new CurrentRights(new DecisionEngine(DecisionOptions.DEFAULTS), 86_400, nanos::get, wrong);
    restarted.replace(window(1, null, START + 15_000), 0);
    assertEquals(START + 86_400_000L, restarted.view().time());
    wrong.accept(START + 1_000);
    assertEquals(14_000, restarted.passTime());
    assertEquals(START + 1_000, restarted.view().time());
  }

  @Test
  void aChangedWindowCountsFromNowOn() {
    pass(6_000);
    rights.replace(window(2, START + 5_000, START + 7_000), 0);
    assertTrue(may());
    assertEquals(1_000, rights.passTime());
    pass(1_000);
    rights.passTime();
    assertFalse(may());
  }

  @Test
  void theTimersThreadAppliesWindows() throws InterruptedException {
    try (WindowTimer timer = new WindowTimer(rights)) {
      time.whenMoved(timer::wake);
      timer.start();
      pass(5_000);
      eventually("it begins", this::may);
      time.accept(START + 15_000);
      eventually("it ends", () -> !may());
    }
  }

  private final class Counting implements CurrentRights.Listener {
    @Override
    public void rightsChanged(RightsView after) {
      // Only edges of windows are counted.
    }

    @Override
    public void timePassed() {
      edgesPassed.incrementAndGet();
    }
  }
}
